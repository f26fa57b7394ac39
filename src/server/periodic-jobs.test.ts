import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { startPeriodicJobs } from './periodic-jobs.ts'

for (const dialect of dialects) {
  test(`a running server deletes expired rows without a restart (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const { db } = database
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const created_at = '2026-03-01T12:00:00.000Z'
    let now = new Date(created_at)
    const tools = { database, clock: () => now, log: pino({ level: 'silent' }) }
    onTestFinished(startPeriodicJobs({ digest: 'off' }, tools))
    const link = { id: 'a', email_key: 'ada@example.com', asked_at: created_at }
    await db.insertInto('data_links').values(link).execute()
    now = new Date('2026-03-03T12:00:00.000Z')
    const linksAfterAMinute = async () => {
      vi.advanceTimersByTime(60_000)
      return await db.selectFrom('data_links').select('id').execute()
    }
    await expect.poll(linksAfterAMinute).toEqual([])
  })
}
