import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { countsOf, letter, sendAt, zeroCounts } from '../../test/support/letters.ts'
import { mailKinds, openOutbox } from '../../test/support/open-outbox.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { pauseForServer, pauseMail } from './mail-pause.ts'
import {
  findMail,
  giveUpWaiting,
  mailStartupLine,
  queueMails,
  readOutboxState,
  retryMail,
  retryOne,
} from './outbox.ts'
import { suppress } from './suppressions.ts'

const monthMs = 30 * 24 * 3_600_000

for (const dialect of dialects) {
  test(`a mail is queued if and only if its transaction commits (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const now = new Date('2026-03-01T10:00:00.000Z')
    const notice = { kind: 'message-notice', aboutId: 'm1' } as const
    const undone = db.transaction().execute(async (trx) => {
      await queueMails(trx, [notice], now)
      throw new Error('not stored')
    })
    await expect(undone).rejects.toThrow('not stored')
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
    await db.transaction().execute((trx) => queueMails(trx, [notice], now))
    expect(await db.selectFrom('outbox').selectAll().execute()).toMatchObject([
      { kind: 'message-notice', about_id: 'm1', status: 'queued', due_at: now.toISOString() },
    ])
  })

  test(`a mail is found by the first four or more characters of its id (${dialect})`, async () => {
    const { db, ...outbox } = await openOutbox(dialect)
    await outbox.queue()
    const [mail] = await outbox.rows()
    const found = async (start: string) => (await findMail(db, start)).map(({ id }) => id)
    expect(await found(mail!.id.slice(0, 23).toUpperCase())).toEqual([mail!.id])
    expect(await found(mail!.id.slice(0, 3))).toEqual([])
    expect(await found('%___')).toEqual([])
  })

  test(`retry queues failed and postponed mail again, and by id lifts a suppression (${dialect})`, async () => {
    const { db, clock, ...outbox } = await openOutbox(dialect)
    await outbox.queue()
    await suppress(db, ['ada@example.com'], { cause: 'bounce', reason: 'no such user' }, clock())
    await db.updateTable('outbox').set({ status: 'failed', attempts: 9 }).execute()
    expect(await retryMail(db, null, clock())).toBe(1)
    expect(await outbox.rows()).toMatchObject([{ status: 'queued', attempts: 0 }])
    clock.move(-1000)
    expect(await retryMail(db, null, clock())).toBe(1)
    expect(await retryMail(db, null, clock())).toBe(0)
    await db.updateTable('outbox').set({ status: 'in_doubt' }).execute()
    const [mail] = await outbox.rows()
    await retryOne(db, mailKinds, mail!, clock())
    expect(await outbox.rows()).toMatchObject([{ status: 'queued' }])
    expect(await db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })

  test(`retry of the site's own mail leaves letters as they are, and the other way round (${dialect})`, async () => {
    const { db, clock, ...outbox } = await openOutbox(dialect)
    await outbox.queue()
    await seedSubscribers(db, 1)
    await sendAt(db, clock())
    const later = new Date(clock().getTime() + monthMs).toISOString()
    for (const change of [{ status: 'failed' }, { status: 'queued', due_at: later }] as const) {
      await db.updateTable('outbox').set(change).execute()
      expect(await retryMail(db, null, clock())).toBe(1)
      expect(await retryMail(db, letter.name, clock())).toBe(1)
    }
  })

  test(`more failed mail than fits one update is queued again (${dialect})`, async () => {
    const { db, clock } = await openOutbox(dialect)
    const at = clock().toISOString()
    const mail = { kind: 'message-notice', status: 'failed', attempts: 9 } as const
    const rows = Array.from({ length: 3001 }, (_, number) => {
      return { ...mail, id: `m${number}`, about_id: 'm', due_at: at, created_at: at }
    })
    await db.insertInto('outbox').values(rows).execute()
    expect(await retryMail(db, null, clock())).toBe(3001)
  })

  test(`retry of one mail against the person's wish changes nothing (${dialect})`, async () => {
    const { db, clock, ...outbox } = await openOutbox(dialect)
    await outbox.queue()
    const wish = { cause: 'person', reason: 'no more email' } as const
    await suppress(db, ['ada@example.com'], wish, clock())
    await db.updateTable('outbox').set({ status: 'skipped' }).execute()
    const [mail] = await outbox.rows()
    expect(await retryOne(db, mailKinds, mail!, clock())).toBe('person')
    expect(await outbox.rows()).toMatchObject([{ status: 'skipped' }])
  })

  test(`mail of a letter that was postponed is not given up (${dialect})`, async () => {
    const { db, clock } = await openOutbox(dialect)
    await seedSubscribers(db, 1)
    await sendAt(db, clock())
    clock.move(monthMs + 1)
    const due_at = clock().toISOString()
    await db.updateTable('letters').set({ due_at }).execute()
    await giveUpWaiting(db, new Date(clock().getTime() - monthMs))
    expect(await countsOf(db)).toEqual({ ...zeroCounts, queued: 1 })
    clock.move(monthMs + 1)
    await giveUpWaiting(db, new Date(clock().getTime() - monthMs))
    expect(await countsOf(db)).toEqual({ ...zeroCounts, skipped: 1 })
  })

  test(`mail still queued after 30 days is skipped (${dialect})`, async () => {
    const { db, clock, ...outbox } = await openOutbox(dialect)
    await outbox.queue()
    await giveUpWaiting(db, new Date(clock().getTime() - monthMs))
    expect(await outbox.rows()).toMatchObject([{ status: 'queued' }])
    clock.move(monthMs + 1)
    await giveUpWaiting(db, new Date(clock().getTime() - monthMs))
    expect(await outbox.rows()).toMatchObject([
      { status: 'skipped', last_error: 'waited too long' },
    ])
  })

  test(`the startup line names the mail server, or how much mail waits and why (${dialect})`, async () => {
    const { db, clock, queue } = await openOutbox(dialect)
    const id = await queue()
    await queue({ to: 'ben@example.com' })
    await db.updateTable('outbox').set({ status: 'failed' }).where('about_id', '=', id).execute()
    const smtpUrl = 'smtps://owner:secret@mail.example.com:465'
    expect(await mailStartupLine(db, undefined)).toBe(
      'waits in the outbox: 1 waiting (set SMTP_URL to send it)',
    )
    await db.transaction().execute((trx) => pauseForServer(trx, 'letter launch', 'no', clock()))
    const goesOut = 'goes out through mail.example.com:465'
    expect(await mailStartupLine(db, smtpUrl)).toBe(goesOut)
    await pauseMail(db, 'a backup was restored', clock())
    const paused = 'is paused: 1 waiting (a backup was restored)'
    expect(await mailStartupLine(db, smtpUrl)).toBe(paused)
    const other = { id: 'x.1', kind: 'letter', letter: 'x', about_id: '1', attempts: 0 } as const
    const at = '2026-02-01T10:00:00.000Z'
    const row = { ...other, status: 'queued', due_at: at, created_at: at } as const
    await db.insertInto('outbox').values(row).execute()
    const oldestAt = clock().toISOString()
    expect(await readOutboxState(db)).toMatchObject({ waiting: 2, failed: 1, oldestAt })
  })
}

test('mail that is being claimed holds up no change of all mail, which could deadlock with the claim (postgres)', async () => {
  const { db, clock, queue, rows } = await openOutbox('postgres')
  const [first, second] = [
    await queue({ to: 'a@example.com' }),
    await queue({ to: 'b@example.com' }),
  ]
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('outbox')
      .set({ status: 'sending' })
      .where('about_id', '=', second)
      .execute()
    const gaveUp = giveUpWaiting(db, new Date(clock().getTime() + 1000))
    await expect(gaveUp).resolves.toBeUndefined()
  })
  const states = (await rows()).map(({ about_id, status }) => [about_id, status])
  expect(states).toEqual([
    [first, 'skipped'],
    [second, 'sending'],
  ])
})
