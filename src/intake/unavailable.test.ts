import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../test/support/databases.ts'
import { noRows, openTestApp, type TestApp, testAppOn } from '../../test/support/test-app.ts'

const message = (serial: number) => ({
  name: 'Ada',
  email: `person-${serial}@example.com`,
  message: 'm'.repeat(4000),
})

function sendWithKey(app: TestApp, serial: number) {
  return app.submit(message(serial), { 'idempotency-key': `key-${serial}` })
}

const posted = (fields: object) => ({
  method: 'POST',
  body: JSON.stringify(fields),
  headers: { 'content-type': 'application/json' },
})

async function expectUnavailable(response: Response) {
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await response.json()).toEqual({
    ok: false,
    error: { code: 'unavailable', message: expect.any(String) },
  })
}

test('a full disk gives 503, keeps accepted submissions, and recovers once space is free (sqlite)', async () => {
  const app = await openTestApp('sqlite')
  await sql`pragma max_page_count = 80`.execute(app.db)
  let accepted = 0
  const send = () => sendWithKey(app, accepted)
  let response = await send()
  while (response.status === 200) {
    accepted += 1
    response = await send()
  }
  await expectUnavailable(response)
  await sql`pragma max_page_count = 10000`.execute(app.db)
  expect((await send()).status).toBe(200)
  app.passDays(1)
  await app.processInbox()
  expect((await app.rows()).messages).toHaveLength(accepted + 1)
})

test('a database locked by another process gives 503 (sqlite)', async () => {
  const database = await openTestDatabase('sqlite')
  const app = testAppOn(database)
  await app.processInbox()
  await sql`pragma busy_timeout = 200`.execute(app.db)
  const other = new SQLite(database.target.file)
  onTestFinished(() => void other.close())
  other.exec('begin immediate')
  await expectUnavailable(await app.request('/contact', posted(message(2))))
  other.exec('commit')
  expect((await sendWithKey(app, 2)).status).toBe(200)
  expect((await app.rows()).messages).toHaveLength(1)
})

test('an unreachable database gives 503, and submissions work again when it is back (postgres)', async () => {
  const { app, admin, name } = await openPostgresApp()
  await admin.query(`alter database ${name} allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])
  await expectUnavailable(await sendWithKey(app, 1))
  const form = await app.submitForm({ email: 'ada@example.com' })
  expect([form.status, form.headers.get('location')]).toEqual([303, '/#newsletter'])
  await admin.query(`alter database ${name} allow_connections true`)
  expect(await app.rows()).toEqual(noRows)
  expect((await sendWithKey(app, 1)).status).toBe(200)
  expect((await app.rows()).messages).toHaveLength(1)
})

test('a connection terminated within a transaction gives 503, and the retry is stored (postgres)', async () => {
  const { app, admin, url, name } = await openPostgresApp()
  const blocker = new pg.Client(url)
  await blocker.connect()
  onTestFinished(() => blocker.end())
  await blocker.query('begin')
  await blocker.query('lock table submissions in access exclusive mode')
  const response = sendWithKey(app, 1)
  const waiting = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = $1 and wait_event_type = 'Lock'`
  await expect.poll(async () => (await admin.query(waiting, [name])).rowCount).toBe(1)
  await expectUnavailable(await response)
  await blocker.query('rollback')
  expect(await app.rows()).toEqual(noRows)
  expect((await sendWithKey(app, 1)).status).toBe(200)
})

async function openPostgresApp() {
  const database = await openTestDatabase('postgres')
  const { url } = database.target
  const admin = new pg.Client(inject('postgresUrl'))
  await admin.connect()
  onTestFinished(() => admin.end())
  const app = testAppOn(database)
  // Its start must be over before a test breaks the connection.
  await app.processInbox()
  return { app, admin, url, name: new URL(url).pathname.slice(1) }
}

test('a nearly full disk gives 503 for new submissions and /readyz, not for retries or pages', async () => {
  let isLow = false
  const app = await openTestApp('sqlite', { isDiskLow: () => isLow })
  expect((await sendWithKey(app, 1)).status).toBe(200)
  isLow = true
  await expectUnavailable(await sendWithKey(app, 2))
  expect((await app.askForData('ada@example.com')).status).toBe(503)
  expect((await sendWithKey(app, 1)).status).toBe(200)
  const ready = await app.request('/readyz')
  expect([ready.status, await ready.json()]).toMatchObject([503, { ok: false, disk: 'low' }])
  expect((await app.request('/')).status).toBe(200)
  expect((await app.rows()).messages).toHaveLength(1)
  isLow = false
  expect((await sendWithKey(app, 2)).status).toBe(200)
})
