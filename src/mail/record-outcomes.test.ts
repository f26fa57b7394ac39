import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { createClock, outboxOf, queue } from '../../test/support/outbox.ts'
import { claimMail, leaseMs } from './claim-mail.ts'
import { recordOutcomes } from './record-outcomes.ts'

for (const dialect of dialects) {
  test(`a process that was given up for dead does not undo what its heir did (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    await queue(database, clock())
    const claim = { most: 1, perSecond: 1000, messageIdDomain: 'spunta.example', inHand: [] }
    const [slow] = await claimMail(database, claim, clock())
    clock.move(leaseMs)
    const [heir] = await claimMail(database, claim, clock())
    const late = { mail: slow!.mail, outcome: { kind: 'temporary', reason: 'lost' } } as const
    await recordOutcomes(database.db, [late], clock())
    expect(await outboxOf(database)).toMatchObject([{ status: 'sending', attempts: 2 }])
    await recordOutcomes(database.db, [{ mail: heir!.mail, outcome: { kind: 'sent' } }], clock())
    await recordOutcomes(database.db, [late], clock())
    expect(await outboxOf(database)).toMatchObject([{ status: 'sent', attempts: 2 }])
  })
}
