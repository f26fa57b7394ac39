import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Trx } from '#database/schema.ts'
import { pauseForServer } from '#mail/mail-pause.ts'
import { probeWrite } from '#intake/submissions.ts'
import { createHealth } from './health.ts'
import { storeSubmissions } from '../../test/support/ada.ts'
import { dialects, openTestDatabase, type DialectName } from '../../test/support/databases.ts'
import { openTestApp } from '../../test/support/test-app.ts'

async function openHealth(dialect: DialectName) {
  const { db } = await openTestDatabase(dialect)
  // A new instance each time, because an instance caches its response for a second.
  const ask = async (path: string) => {
    const log = pino({ level: 'silent' })
    const probe = () => probeWrite(db, new Date())
    return await createHealth({
      probeWrite: probe,
      isDiskLow: () => false,
      db,
      clock: () => new Date(),
      log,
    }).request(path)
  }
  return { db, ask }
}

describe.each(dialects)('health (%s)', (dialect) => {
  test('/healthz is 200 if a test write succeeds, and leaves one row', async () => {
    const { db, ask } = await openHealth(dialect)
    for (const _ of [1, 2, 3]) {
      const response = await ask('/healthz')
      expect([response.status, await response.text()]).toEqual([200, '{"ok":true}'])
    }
    const rows = await db.selectFrom('submissions').selectAll().execute()
    expect(rows).toHaveLength(1)
  })

  test('/healthz and /readyz are 503 without a database, and pages are 200', async () => {
    const app = await openTestApp(dialect)
    await app.db.destroy()
    const response = await app.request('/healthz')
    expect([response.status, await response.text()]).toEqual([503, '{"ok":false}'])
    expect((await app.request('/readyz')).status).toBe(503)
    expect((await app.request('/')).status).toBe(200)
  })

  test('/readyz is 503 once mail has waited 15 minutes, and shows how long only to this machine', async () => {
    const app = await openTestApp(dialect)
    const mail = async () =>
      ((await (await app.request('/readyz')).json()) as { mail: object }).mail
    expect(await mail()).toEqual({ waiting: 0, oldestSeconds: 0 })
    await app.submit({ email: 'ada@example.com' })
    app.passDays(14 / 24 / 60)
    // The queue is counted at most once a second.
    const soon = { waiting: 1, oldestSeconds: 14 * 60 }
    await expect.poll(mail, { timeout: 10_000 }).toEqual(soon)
    expect((await app.request('/readyz')).status).toBe(200)
    app.passDays(1 / 24 / 60)
    const later = { waiting: 1, oldestSeconds: 15 * 60 }
    expect(await mail()).toEqual(later)
    expect((await app.request('/readyz')).status).toBe(503)
    expect((await app.request('/healthz')).status).toBe(200)
    const fromOutside = [
      await app.request('/readyz', undefined, '192.0.2.7'),
      await app.request('/readyz', { headers: { 'x-forwarded-for': '192.0.2.7' } }),
    ]
    for (const response of fromOutside) expect(await response.text()).toBe('{"ok":false}')
    for (const address of ['::1', '::ffff:127.0.0.1']) {
      const response = await app.request('/readyz', undefined, address)
      expect(await response.json()).toMatchObject({ mail: later })
    }
  })

  test('/readyz is 503 while a submission cannot be processed', async () => {
    const app = await openTestApp(dialect)
    const status = async () => (await app.request('/readyz')).status
    expect(await status()).toBe(200)
    const due_at = app.settings.clock().toISOString()
    await storeSubmissions(app.db, [{ due_at, payload: 'not JSON' }])
    await app.processInbox()
    // The submissions are counted at most once a second.
    await expect.poll(status, { timeout: 10_000 }).toBe(503)
  })

  test('/readyz is 200 while mail waits for the hourly limit, as long as some is sent', async () => {
    const app = await openTestApp(dialect)
    const status = async () => (await app.request('/readyz')).status
    const minutesAgo = (count: number) =>
      new Date(app.settings.clock().getTime() - count * 60_000).toISOString()
    const mail = { kind: 'confirm-signup', about_id: 'x', attempts: 0 } as const
    const row = (state: 'sent' | 'queued', minutes: number) => {
      const at = minutesAgo(minutes)
      return { ...mail, id: state, status: state, due_at: at, created_at: at }
    }
    await app.db
      .insertInto('outbox')
      .values([row('queued', 50), row('sent', 14)])
      .execute()
    expect(await status()).toBe(200)
    app.passDays(1 / 24 / 60)
    expect(await status()).toBe(503)
  })

  test('/readyz is 200 while one address is deferred, and 503 while our mail server takes no mail', async () => {
    const app = await openTestApp(dialect)
    const status = async () => (await app.request('/readyz')).status
    const now = app.settings.clock()
    const hours = (count: number) => new Date(now.getTime() + count * 3_600_000).toISOString()
    const deferred = { kind: 'message-receipt', status: 'queued', attempts: 20 } as const
    const times = { due_at: hours(3), created_at: hours(-50) }
    const row = { id: 'one', about_id: 'x', ...deferred, ...times }
    await app.db.insertInto('outbox').values(row).execute()
    expect(await status()).toBe(200)
    const pause = (trx: Trx) => pauseForServer(trx, 'server', 'connection refused', now)
    await app.db.transaction().execute(pause)
    await expect.poll(status, { timeout: 10_000 }).toBe(503)
  })
})

test('/healthz writes to the database at most once a second', async () => {
  const { db } = await openTestDatabase('sqlite')
  const stoppedClock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => stoppedClock.mockRestore())
  let tries = 0
  const probe = async () => void (tries += 1)
  const log = pino({ level: 'silent' })
  const health = createHealth({
    probeWrite: probe,
    isDiskLow: () => false,
    db,
    clock: () => new Date(),
    log,
  })
  for (const _ of [1, 2, 3]) expect((await health.request('/healthz')).status).toBe(200)
  expect(tries).toBe(1)
  stoppedClock.mockReturnValue(1001)
  expect((await health.request('/healthz')).status).toBe(200)
  expect(tries).toBe(2)
})

test('/healthz is 503 on a full disk and on a read-only database', async () => {
  const { db, ask } = await openHealth('sqlite')
  const { page_count } = (await sql<{ page_count: number }>`pragma page_count`.execute(db)).rows[0]!
  await sql`pragma max_page_count = ${sql.lit(page_count)}`.execute(db)
  expect((await ask('/healthz')).status).toBe(503)
  await sql`pragma max_page_count = 10000`.execute(db)
  expect((await ask('/healthz')).status).toBe(200)
  await sql`pragma query_only = on`.execute(db)
  expect((await ask('/healthz')).status).toBe(503)
})
