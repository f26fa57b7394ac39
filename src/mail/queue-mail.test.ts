import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { queueMails } from './queue-mail.ts'

for (const dialect of dialects) {
  test(`a mail is in the outbox exactly when its transaction is kept (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const now = new Date('2026-03-01T10:00:00.000Z')
    const undone = db.transaction().execute(async (trx) => {
      await queueMails(trx, [{ kind: 'message-notice', aboutId: 'm1' }], now)
      throw new Error('the submission was not kept')
    })
    await expect(undone).rejects.toThrow('not kept')
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])

    await db
      .transaction()
      .execute((trx) => queueMails(trx, [{ kind: 'message-notice', aboutId: 'm1' }], now))
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([
      expect.objectContaining({
        kind: 'message-notice',
        about_id: 'm1',
        letter: null,
        status: 'queued',
        attempts: 0,
        due_at: '2026-03-01T10:00:00.000Z',
      }),
    ])
  })
}
