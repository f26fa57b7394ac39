import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { queueMail, type Mail } from './queue-mail.ts'

const mail: Mail = {
  kind: 'message-notice',
  to: 'The Owner <Owner@example.com>',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
}

for (const dialect of dialects) {
  test(`a mail is in the outbox exactly when its transaction is kept (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const now = new Date('2026-03-01T10:00:00.000Z')
    const undone = db.transaction().execute(async (trx) => {
      await queueMail(trx, mail, now)
      throw new Error('the submission was not kept')
    })
    await expect(undone).rejects.toThrow('not kept')
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])

    await db.transaction().execute((trx) => queueMail(trx, mail, now))
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([
      expect.objectContaining({
        to_email: 'The Owner <Owner@example.com>',
        email_key: 'owner@example.com',
        status: 'waiting',
        attempts: 0,
        next_attempt_at: '2026-03-01T10:00:00.000Z',
      }),
    ])
  })
}
