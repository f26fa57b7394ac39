import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { during } from '../../test/support/during.ts'
import { claim, createClock, outboxOf, queue } from '../../test/support/outbox.ts'
import { erasePerson } from '#privacy/erase-person.ts'
import { claimMail, type ClaimedMail } from './claim-mail.ts'
import { leaseMs } from './lease.ts'
import type { Attempt } from './refusals.ts'
import { outcomeOf } from './send-outcome.ts'
import { settleMail } from './settle-mail.ts'

const tried = (claimed: ClaimedMail, outcome: Attempt['outcome']) => ({
  attempts: [{ ...claimed, begunAt: 0, outcome }],
  pauses: [],
})
const lost = { kind: 'temporary', reason: 'lost' } as const

for (const dialect of dialects) {
  test(`a courier that was given up for dead does not undo what its heir did (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    await queue(database, clock())
    const [slow] = (await claimMail(database, claim, clock()))!
    clock.move(leaseMs)
    const [heir] = (await claimMail(database, { ...claim, courierId: 'two' }, clock()))!
    await settleMail(database.db, 'one', tried(slow!, lost), clock())
    expect(await outboxOf(database)).toMatchObject([{ status: 'sending', claimed_by: 'two' }])
    await settleMail(database.db, 'two', tried(heir!, { kind: 'sent' }), clock())
    await settleMail(database.db, 'one', tried(slow!, lost), clock())
    expect(await outboxOf(database)).toMatchObject([{ status: 'sent' }])
  })

  test(`what was given up as in doubt goes out after all, if its courier never handed it over (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    for (const outcome of [{ kind: 'not-begun' } as const, lost]) {
      await queue(database, clock())
      const [slow] = (await claimMail(database, claim, clock()))!
      // As its heir does with a letter.
      await database.db.updateTable('outbox').set({ status: 'in_doubt' }).execute()
      await settleMail(database.db, 'one', tried(slow!, outcome), clock())
      expect(await outboxOf(database)).toMatchObject([{ status: 'queued' }])
      await database.db.deleteFrom('outbox').execute()
    }
  })

  test(`a refusal that comes after an erasure does not bring the address back (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    await queue(database, clock())
    const [taken] = (await claimMail(database, claim, clock()))!
    await database.db.deleteFrom('messages').execute()
    const outcome = { kind: 'rejected-recipient', reason: '550 5.1.1 no such user' } as const
    await settleMail(database.db, 'one', tried(taken!, outcome), clock())
    expect(await database.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })

  test(`nor does one that comes at the same moment (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    await queue(database, clock())
    const [taken] = (await claimMail(database, claim, clock()))!
    const outcome = { kind: 'rejected-recipient', reason: '550 5.1.1 no such user' } as const
    await during(
      database,
      (trx) => erasePerson(trx, 'ada@example.com', 'a secret', clock()),
      () => settleMail(database.db, 'one', tried(taken!, outcome), clock()),
    )
    expect(await database.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })

  test(`only what is certainly about the address keeps mail from it for good (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    for (const to of ['full', 'gone', 'listed', 'odd'].map((name) => `${name}@example.com`)) {
      await queue(database, clock(), { to })
    }
    const reasons: Record<string, string> = {
      'full@example.com': '552 5.2.2 mailbox full',
      'gone@example.com': '550 5.1.1 <Gone@example.com> unknown',
      'listed@example.com': '550 Blocked: 192.5.1.7 is listed',
      'odd@example.com': '550 no',
      'sender@example.com': '550 5.1.8 sender address rejected: domain not found',
    }
    for (const claimed of (await claimMail(database, claim, clock()))!) {
      const reason = reasons[claimed.draft.to]!
      const outcome = { kind: 'rejected-recipient', reason } as const
      await settleMail(database.db, 'one', tried(claimed, outcome), clock())
    }
    expect(await database.db.selectFrom('suppressions').selectAll().execute()).toMatchObject([
      { email_key: 'gone@example.com', reason: '550 5.1.1 <…> unknown' },
    ])
    const rows = await outboxOf(database)
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed'])
  })

  test(`what may have arrived each time is not sent to a visitor for days (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    await queue(database, clock())
    await queue(database, clock(), { kind: 'message-notice', to: 'owner@example.com' })
    for (let tries = 0; tries < 3; tries++) {
      for (const claimed of (await claimMail(database, claim, clock()))!) {
        const outcome = { kind: 'in-doubt', reason: 'lost' } as const
        await settleMail(database.db, 'one', tried(claimed, outcome), clock())
      }
      clock.move(3_600_000)
    }
    expect(await outboxOf(database)).toMatchObject([
      { kind: 'message-receipt', status: 'failed' },
      { kind: 'message-notice', status: 'queued' },
    ])
  })

  test(`no part of an address stays in a long refusal (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    await queue(database, clock())
    const [taken] = (await claimMail(database, claim, clock()))!
    const outcome = outcomeOf(new Error(`550 ${'x'.repeat(490)} ada@example.com`), false)
    await settleMail(database.db, 'one', tried(taken!, outcome), clock())
    const [row] = await outboxOf(database)
    expect(row!.last_error).not.toContain('ada')
    expect(row!.last_error!.length).toBeLessThanOrEqual(500)
  })

  test(`nor who wrote, in a refusal of the notice to the owner (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    await queue(database, clock(), { kind: 'message-notice' })
    const [taken] = (await claimMail(database, claim, clock()))!
    const reason = '554 5.7.1 Message from Ada <Ada@Example.com> refused'
    await settleMail(database.db, 'one', tried(taken!, { kind: 'temporary', reason }), clock())
    const [row] = await outboxOf(database)
    expect(row!.last_error).toBe('554 5.7.1 Message from … <…> refused')
  })

  test(`a full mailbox of the owner's silences no later notice (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const clock = createClock()
    await queue(database, clock(), { kind: 'message-notice' })
    const [taken] = (await claimMail(database, claim, clock()))!
    const outcome = { kind: 'rejected-recipient', reason: '550 5.1.1 mailbox full' } as const
    await settleMail(database.db, 'one', tried(taken!, outcome), clock())
    await queue(database, clock(), { kind: 'message-notice' })
    expect(await claimMail(database, claim, clock())).toHaveLength(1)
  })
}
