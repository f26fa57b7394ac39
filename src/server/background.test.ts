import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newAdminEnv } from '../../test/support/admin.ts'
import { openMailServer } from '../../test/support/mail-server.ts'
import { startTestBackground } from '../../test/support/test-app.ts'
import { openDatabase } from '#database/open-database.ts'
import { countRows } from '#database/read-rows.ts'
import { queueMails } from '#mail/outbox.ts'

test.each([
  ['BOUNCE_TO, if it is set', { BOUNCE_TO: 'bounces@company.example' }, 'bounces@company.example'],
  ['MAIL_FROM otherwise', {}, 'us@company.example'],
])('the envelope sender of mail is %s', async (_, changes, sender) => {
  const mailServer = await openMailServer()
  const { target, env } = await newAdminEnv('sqlite', {
    SMTP_URL: mailServer.url,
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
  await expect.poll(() => mailServer.received.length).toBe(1)
  expect(mailServer.lines.find((line) => line.startsWith('MAIL FROM'))).toContain(`<${sender}>`)
  expect(mailServer.received[0]!.raw).toContain('From: Us <us@company.example>')
})

test('the inbox worker waits after a batch if a form was stored meanwhile', async () => {
  const { target, env } = await newAdminEnv('sqlite')
  await using database = await openDatabase(target)
  const { db } = database
  const hashes = { line_hash: '', privacy_hash: '' }
  const email = { email: 'ada@example.com', key: 'ada@example.com' }
  const request = {
    kind: 'my-data',
    email,
    trapped: false,
    language: 'en',
    consent: hashes,
  } as const
  const requests = Array.from({ length: 100 }, () => ({
    id: randomUUID(),
    kind: request.kind,
    email_key: email.key,
    payload: JSON.stringify(request),
    received_at: new Date().toISOString(),
    key_hash: null,
    body_hash: null,
  }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const background = startTestBackground(env)
  onTestFinished(() => void vi.useRealTimers())
  const lease = db.selectFrom('lease').select('holder')
  await expect.poll(async () => (await lease.executeTakeFirstOrThrow()).holder).not.toBe('')
  await background.store(requests)
  const processed = () =>
    countRows(db.selectFrom('submissions').where('processed_at', 'is not', null))
  // Until it waits for its next tick. Not expect.poll, which would advance the clock.
  await yieldOften()
  // Ends this wait, but not the pause after a batch.
  vi.advanceTimersByTime(250)
  await yieldOften()
  expect(await processed()).toBe(5)
  vi.advanceTimersByTime(60_000)
  await expect.poll(processed).toBe(100)
})

async function yieldOften() {
  for (let turn = 0; turn < 100; turn += 1) await yieldToEventLoop()
}
