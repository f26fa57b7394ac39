import { expect, test } from 'vitest'
import { type DialectName, dialects, during } from '../../test/support/databases.ts'
import { claimDue, mailKinds, openOutbox } from '../../test/support/open-outbox.ts'
import { eraseAtOnce } from '#privacy/erase-person.ts'
import { takeOverMail } from './claim-mail.ts'
import type { ClaimedMail } from './mail-declaration.ts'
import { readPauses } from './mail-pause.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { outcomeOf, type Attempt } from './smtp-replies.ts'

const tried = (claimed: ClaimedMail, outcome: Attempt['outcome']) => [{ ...claimed, outcome }]
const lost = { kind: 'temporary', reason: 'lost' } as const
const unknown = { kind: 'rejected-recipient', reason: '550 5.1.1 no such user' } as const

/** A mail claimed by the worker `one`. */
async function openClaimed(dialect: DialectName, mail?: { kind: 'message-notice' }) {
  const { database, db, clock, ...outbox } = await openOutbox(dialect)
  await outbox.queue(mail)
  const [claimed] = await claimDue(database, clock)
  const record = (outcome: Attempt['outcome'], more: Pick<Attempt, 'pause'> = {}) => {
    const attempt = { ...claimed!, outcome, ...more }
    return recordOutcomes(db, { claimedBy: 'one', kinds: mailKinds }, [attempt], clock())
  }
  return { ...outbox, database, db, clock, record }
}

for (const dialect of dialects) {
  test(`a worker whose lease expired cannot change mail that another worker took over (${dialect})`, async () => {
    const { database, db, clock, rows, record } = await openClaimed(dialect)
    await db.transaction().execute((trx) => takeOverMail(trx, clock()))
    const [reclaimed] = await claimDue(database, clock, 'two')
    await record(lost)
    expect(await rows()).toMatchObject([{ status: 'sending', claimed_by: 'two' }])
    await recordOutcomes(
      db,
      { claimedBy: 'two', kinds: mailKinds },
      tried(reclaimed!, { kind: 'sent' }),
      clock(),
    )
    await record(lost)
    expect(await rows()).toMatchObject([{ status: 'sent' }])
  })

  test(`mail marked in doubt is queued again if its first worker reports that it was not sent (${dialect})`, async () => {
    for (const outcome of [{ kind: 'not-begun' } as const, lost]) {
      const { db, rows, record } = await openClaimed(dialect)
      // Another worker does this with letter mail when it takes over.
      await db.updateTable('outbox').set({ status: 'in_doubt' }).execute()
      await record(outcome)
      expect(await rows()).toMatchObject([{ status: 'queued' }])
    }
  })

  test(`mail that was claimed but not begun takes nothing from the hourly limit (${dialect})`, async () => {
    const { rows, record } = await openClaimed(dialect)
    await record({ kind: 'not-begun' })
    expect(await rows()).toMatchObject([{ status: 'queued', attempts: 0, tried_at: null }])
  })

  test(`a rejection after an erasure does not store the address again (${dialect})`, async () => {
    const { db, record } = await openClaimed(dialect)
    await db.deleteFrom('messages').execute()
    await record(unknown)
    expect(await db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })

  test(`a rejection during an erasure does not store the address again (${dialect})`, async () => {
    const { database, db, clock, record } = await openClaimed(dialect)
    await during(
      database,
      (trx) => eraseAtOnce(trx, 'ada@example.com', 'a secret', clock()),
      () => record(unknown),
    )
    expect(await db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })

  test(`only a rejection that is certainly about the address suppresses it (${dialect})`, async () => {
    const { database, db, clock, ...outbox } = await openOutbox(dialect)
    const reasons: Record<string, string> = {
      'closed@example.com': '556 5.1.10 null MX',
      'full@example.com': '552 5.2.2 mailbox full',
      'gone@example.com': '550 5.1.1 <Gone@example.com> unknown',
      'listed@example.com': '550 Blocked: 192.5.1.7 is listed',
      'odd@example.com': '550 no',
      'sender@example.com': '550 5.1.8 sender address rejected: domain not found',
      'syntax@example.com': '550 5.1.7 invalid sender address',
    }
    for (const to of Object.keys(reasons)) await outbox.queue({ to })
    for (const claimed of await claimDue(database, clock)) {
      const reason = reasons[claimed.draft.to]!
      await recordOutcomes(
        db,
        { claimedBy: 'one', kinds: mailKinds },
        tried(claimed, { ...unknown, reason }),
        clock(),
      )
    }
    const suppressed = db.selectFrom('suppressions').selectAll().orderBy('email_key')
    expect(await suppressed.execute()).toMatchObject([
      { email_key: 'closed@example.com' },
      { email_key: 'gone@example.com', reason: '550 5.1.1 <…> unknown' },
    ])
    const rows = await outbox.rows()
    expect(rows.map(({ status }) => status)).toEqual(Array(7).fill('failed'))
  })

  test(`mail to a visitor fails after three attempts in doubt, mail to the owner is retried (${dialect})`, async () => {
    const { database, db, clock, ...outbox } = await openOutbox(dialect)
    await outbox.queue()
    await outbox.queue({ kind: 'message-notice', to: 'owner@example.com' })
    for (let tries = 0; tries < 3; tries++) {
      for (const claimed of await claimDue(database, clock)) {
        const outcome = { kind: 'in_doubt', reason: 'lost' } as const
        await recordOutcomes(
          db,
          { claimedBy: 'one', kinds: mailKinds },
          tried(claimed, outcome),
          clock(),
        )
      }
      clock.move(3_600_000)
    }
    expect(await outbox.rows()).toMatchObject([
      { kind: 'message-receipt', status: 'failed' },
      { kind: 'message-notice', status: 'queued' },
    ])
  })

  test(`a stored error contains no part of the address, even when shortened (${dialect})`, async () => {
    const { rows, record } = await openClaimed(dialect)
    await record(outcomeOf(new Error(`550 ${'x'.repeat(490)} ada@example.com`), false))
    const [row] = await rows()
    expect(row!.last_error).not.toContain('ada')
    expect(row!.last_error!.length).toBeLessThanOrEqual(500)
  })

  test(`a stored error about the notice to the owner contains no name or address of the visitor (${dialect})`, async () => {
    const { db, rows, record } = await openClaimed(dialect, { kind: 'message-notice' })
    const reason = '554 5.7.1 Adamant Canada: from Ada <Ada@Example.com>'
    await record({ kind: 'temporary', reason }, { pause: { cause: 'server', reason } })
    const [row] = await rows()
    expect(row!.last_error).toBe('554 5.7.1 Adamant Canada: from … <…>')
    expect(await readPauses(db)).toMatchObject([{ reason: row!.last_error }])
  })

  test(`a rejected notice to the owner does not suppress later notices (${dialect})`, async () => {
    const { database, clock, queue, record } = await openClaimed(dialect, {
      kind: 'message-notice',
    })
    await record({ ...unknown, reason: '550 5.1.1 mailbox full' })
    await queue({ kind: 'message-notice' })
    expect(await claimDue(database, clock)).toHaveLength(1)
  })
}
