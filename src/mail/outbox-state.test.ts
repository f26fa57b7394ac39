import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { letter } from '../../test/support/letters.ts'
import { openOutbox } from '../../test/support/outbox.ts'
import { seedSubscribers } from '../../test/support/subscribers.ts'
import { startLetter } from '#newsletter/letter-sending.ts'
import { describeMail, readOutboxState } from './outbox-state.ts'
import { pauseForServer, pauseMail } from './mail-pause.ts'

for (const dialect of dialects) {
  test(`the start says where mail goes, or how much waits and why (${dialect})`, async () => {
    const { db, clock, queue } = await openOutbox(dialect)
    const id = await queue()
    await queue({ to: 'ben@example.com' })
    await db.updateTable('outbox').set({ status: 'sent' }).where('about_id', '=', id).execute()
    const smtpUrl = 'smtps://owner:secret@mail.example.com:465'
    expect(await describeMail(db, undefined)).toBe(
      'waits in the outbox: 1 waiting (set SMTP_URL to send it)',
    )
    expect(await describeMail(db, smtpUrl)).toBe('goes out through mail.example.com:465')
    await db.transaction().execute((trx) => pauseForServer(trx, 'letter launch', 'no', clock()))
    expect(await describeMail(db, smtpUrl)).toBe('goes out through mail.example.com:465')
    await pauseMail(db, 'a backup was restored', clock())
    expect(await describeMail(db, smtpUrl)).toBe('is held back: 1 waiting (a backup was restored)')
    const earlier = { status: 'failed', created_at: '2026-02-01T10:00:00.000Z' } as const
    await db.updateTable('outbox').set({ status: 'sending' }).execute()
    await db.updateTable('outbox').set(earlier).where('about_id', '=', id).execute()
    await seedSubscribers(db, 3)
    await startLetter(db, letter, { dueAt: clock(), now: new Date(earlier.created_at) })
    const oldestAt = clock().toISOString()
    expect(await readOutboxState(db)).toEqual({ waiting: 4, failed: 1, oldestAt })
  })
}
