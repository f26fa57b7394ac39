import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { queue } from '../../test/support/outbox.ts'
import { describeMail } from './outbox-state.ts'
import { pauseMail } from './mail-pause.ts'

for (const dialect of dialects) {
  test(`the start says where mail goes, or how much waits and why (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const now = new Date('2026-03-01T10:00:00.000Z')
    const id = await queue(database, now)
    await queue(database, now, { to: 'ben@example.com' })
    await database.db
      .updateTable('outbox')
      .set({ status: 'sent' })
      .where('about_id', '=', id)
      .execute()
    const smtpUrl = 'smtps://owner:secret@mail.example.com:465'
    expect(await describeMail(database.db, undefined)).toBe(
      'waits in the outbox: 1 waiting (set SMTP_URL to send it)',
    )
    expect(await describeMail(database.db, smtpUrl)).toBe('goes out through mail.example.com:465')
    await pauseMail(database.db, 'a backup was restored', now)
    expect(await describeMail(database.db, smtpUrl)).toBe(
      'is held back: 1 waiting (a backup was restored)',
    )
  })
}
