import { expect, test } from 'vitest'
import { periodStart } from './periods.ts'

test.each([
  ['contactMessageMonths', '2028-02-29', '2026-02-28'],
  ['contactMessageMonths', '2028-03-31', '2026-03-31'],
  ['endedSubscriptionYears', '2028-02-29', '2023-02-28'],
  ['quarantineDays', '2026-03-30', '2026-02-28'],
] as const)(
  'the period %s before %s starts on %s, so that nothing expires early',
  (period, now, start) => {
    const time = 'T12:00:00.000Z'
    expect(periodStart(period, new Date(now + time)).toISOString()).toBe(start + time)
  },
)
