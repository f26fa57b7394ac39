import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { claim, createClock, outboxOf, queue } from '../../test/support/outbox.ts'
import { claimMail } from './claim-mail.ts'
import { keepObjection } from './objection.ts'
import { settleMail } from './settle-mail.ts'

for (const dialect of dialects) {
  test(`mail that is refused for now while its recipient objects is not tried again (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    await queue(database, clock())
    const taken = await claimMail(database, claim, clock())
    await keepObjection(database.db, 'ada@example.com', clock())
    const outcome = { kind: 'temporary', reason: '450 later' } as const
    const attempts = taken!.map((claimed) => ({ ...claimed, begunAt: 0, outcome }))
    await settleMail(database.db, claim.courierId, { attempts, pauses: [] }, clock())
    clock.move(24 * 60 * 60_000)
    expect(await claimMail(database, claim, clock())).toEqual([])
    expect(await outboxOf(database)).toMatchObject([{ status: 'skipped' }])
  })

  test(`whoever objected still gets the link to their data, and the owner their messages (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    const kept = ['message-notice', 'my-data-link'] as const
    for (const kind of ['confirm-signup', 'message-receipt', ...kept] as const) {
      await queue(database, clock(), { kind })
    }
    await keepObjection(database.db, 'ada@example.com', clock())
    const taken = await claimMail(database, claim, clock())
    expect(taken!.map(({ mail }) => mail.kind).toSorted()).toEqual(kept)
  })
}
