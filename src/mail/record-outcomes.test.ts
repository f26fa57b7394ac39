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

  test(`what was settled by other hands meanwhile stays settled (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    await queue(database, clock())
    const claim = { most: 1, perSecond: 1000, messageIdDomain: 'spunta.example', inHand: [] }
    const [taken] = await claimMail(database, claim, clock())
    await database.db.updateTable('outbox').set({ status: 'suppressed' }).execute()
    const late = { mail: taken!.mail, outcome: { kind: 'temporary', reason: 'lost' } } as const
    await recordOutcomes(database.db, [late], clock())
    expect(await outboxOf(database)).toMatchObject([{ status: 'suppressed' }])
  })

  test(`a refusal that comes after an erasure does not bring the address back (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    await queue(database, clock())
    const claim = { most: 1, perSecond: 1000, messageIdDomain: 'spunta.example', inHand: [] }
    const [taken] = await claimMail(database, claim, clock())
    await database.db.deleteFrom('outbox').execute()
    const outcome = { kind: 'rejected-recipient', reason: '550 no such user' } as const
    await recordOutcomes(database.db, [{ mail: taken!.mail, outcome }], clock())
    expect(await database.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })

  test(`several mails that find the door shut make one pause (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    for (let count = 0; count < 3; count++) await queue(database, clock())
    const claim = { most: 3, perSecond: 1000, messageIdDomain: 'spunta.example', inHand: [] }
    const taken = await claimMail(database, claim, clock())
    const outcome = { kind: 'authentication', reason: '535 no' } as const
    const attempts = taken.map(({ mail }) => ({ mail, outcome }))
    await recordOutcomes(database.db, attempts, clock())
    expect(await database.db.selectFrom('mail_pauses').selectAll().execute()).toMatchObject([
      { cause: 'authentication', times: 1, until: '2026-03-01T10:01:00.000Z' },
    ])
  })
}
