import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newAdminEnv } from '../../test/support/admin.ts'
import { openInbox } from '../../test/support/smtp.ts'
import { startTestBackground } from '../../test/support/test-app.ts'
import { openDatabase } from '#database/open-database.ts'
import { queueMails } from '#mail/outbox.ts'

test.each([
  ['BOUNCE_TO, if it is set', { BOUNCE_TO: 'bounces@company.example' }, 'bounces@company.example'],
  ['MAIL_FROM otherwise', {}, 'us@company.example'],
])('the envelope sender of mail is %s', async (_, changes, sender) => {
  const inbox = await openInbox()
  const { target, env } = await newAdminEnv('sqlite', {
    SMTP_URL: inbox.url,
    MAIL_FROM: 'Us <us@company.example>',
    ...changes,
  })
  await using database = await openDatabase(target)
  const { db } = database
  const id = randomUUID()
  const email = { email: 'ada@example.com', email_key: 'ada@example.com' }
  const received_at = new Date().toISOString()
  await db
    .insertInto('messages')
    .values({ id, name: 'Ada', ...email, message: 'Hi', received_at })
    .execute()
  const mail = { kind: 'message-notice', aboutId: id } as const
  await db.transaction().execute((trx) => queueMails(trx, [mail], new Date()))
  startTestBackground(env)
  await expect.poll(() => inbox.received.length).toBe(1)
  expect(inbox.lines.find((line) => line.startsWith('MAIL FROM'))).toContain(`<${sender}>`)
  expect(inbox.received[0]!.raw).toContain('From: Us <us@company.example>')
})
