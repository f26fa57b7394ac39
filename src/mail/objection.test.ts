import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { createClock, outboxOf, queue } from '../../test/support/outbox.ts'
import { claimMail } from './claim-mail.ts'
import { keepObjection } from './objection.ts'
import { recordOutcomes } from './record-outcomes.ts'

const claim = { most: 10, perSecond: 1000, messageIdDomain: 'spunta.example', inHand: [] }

for (const dialect of dialects) {
  test(`mail that is refused for now while its recipient objects is not tried again (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    await queue(database, clock(), { to: 'Ada <ada@example.com>' })
    const taken = await claimMail(database, claim, clock())
    await database.db.transaction().execute((trx) => keepObjection(trx, 'ada@example.com', clock()))
    const refused = { kind: 'temporary', reason: '450 later' } as const
    await recordOutcomes(
      database.db,
      taken.map(({ mail }) => ({ mail, outcome: refused })),
      clock(),
    )
    clock.move(24 * 60 * 60_000)
    const again = await claimMail(database, claim, clock())
    expect(again).toEqual([])
    expect(await outboxOf(database)).toEqual([])
  })

  test(`whoever objected still gets the link to their data, and the owner their messages (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    for (const kind of ['confirm-signup', 'message-receipt'] as const) {
      await queue(database, clock(), { kind })
    }
    const kept = ['message-notice', 'my-data-link'] as const
    for (const kind of kept) await queue(database, clock(), { kind })
    await database.db.transaction().execute((trx) => keepObjection(trx, 'ada@example.com', clock()))
    const taken = await claimMail(database, claim, clock())
    expect(taken.map(({ mail }) => mail.kind).toSorted()).toEqual(kept)
  })
}
