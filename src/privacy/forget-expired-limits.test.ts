import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import { lifetimes } from '#lifetimes.ts'
import { forgetExpiredLimits } from './forget-expired.ts'

const start = new Date('2026-03-01T12:00:30.000Z')
const later = (ms: number) => new Date(start.getTime() + ms)

describe.each(dialects)('what limits submissions (%s)', (dialect) => {
  test('a count is forgotten with its minute or its day, not before', async () => {
    const app = await openTestApp(dialect, { submissionsPerMinute: 1, clock: () => start })
    const counts = () => app.db.selectFrom('rate_limits').selectAll().execute()
    await app.submit({ email: 'ada@example.com' })
    await forgetExpiredLimits(app.db, later(29_999))
    expect(await counts()).toHaveLength(2)
    await forgetExpiredLimits(app.db, later(30_000))
    expect(await counts()).toHaveLength(1)
    await forgetExpiredLimits(app.db, new Date('2026-03-01T23:59:59.999Z'))
    expect(await counts()).toHaveLength(1)
    await forgetExpiredLimits(app.db, new Date('2026-03-02T00:00:00.000Z'))
    expect(await counts()).toHaveLength(0)
  })

  test('an Idempotency-Key is remembered for its time, then forgotten, and its row stays', async () => {
    const app = await openTestApp(dialect, { clock: () => start })
    await app.submit({ email: 'ada@example.com' }, { 'idempotency-key': 'k' })
    const hoursMs = lifetimes.idempotencyHours * 3_600_000
    await forgetExpiredLimits(app.db, later(hoursMs))
    expect((await app.rows()).keys).toHaveLength(1)
    await forgetExpiredLimits(app.db, later(hoursMs + 1))
    const rows = await app.rows()
    expect([rows.keys.length, rows.subscribers.length]).toEqual([0, 1])
  })
})
