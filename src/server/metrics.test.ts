import { expect, onTestFinished, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { freePort } from '../../test/support/free-port.ts'
import { createClock, openOutbox } from '../../test/support/outbox.ts'
import { readConfig } from '#config.ts'
import type { Background } from './background.ts'
import { startMetrics } from './metrics.ts'

for (const dialect of dialects) {
  test(`what waits, what failed and who waits for a connection is read anew each time (${dialect})`, async () => {
    const anHourAgo = createClock(() => Date.now() - 3_600_000)
    const { database, queue } = await openOutbox(dialect, {}, anHourAgo)
    const config = readConfig({ METRICS_PORT: String(await freePort()) })
    const report = async () => ({ mails: [], pool: database.pool?.() })
    const metrics = await startMetrics(config, database, { report } as unknown as Background)
    onTestFinished(() => metrics.close())
    const read = async () => {
      const answer = await fetch(`http://127.0.0.1:${config.metricsPort}/metrics`)
      const lines = (await answer.text()).split('\n').map((line) => line.split(' '))
      return Object.fromEntries(lines) as Record<string, string>
    }
    await queue()
    const waits = await read()
    expect(waits['site_outbox_mails{state="waiting"}']).toBe('1')
    expect(Number(waits['site_outbox_oldest_seconds'])).toBeCloseTo(3600, -2)
    const connections = 'site_database_connections{thread="background",state="waiting"}'
    expect(waits[connections] !== undefined).toBe(dialect === 'postgres')
    await database.db.updateTable('outbox').set({ status: 'failed' }).execute()
    expect(await read()).toMatchObject({
      'site_outbox_mails{state="waiting"}': '0',
      'site_outbox_mails{state="failed"}': '1',
      site_outbox_oldest_seconds: '0',
    })
  })
}
