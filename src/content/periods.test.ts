import { expect, test } from 'vitest'
import { periodStart, periodWords } from './periods.ts'

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

test.each([
  ['sentMailDays', '30 days', '30 giorni'],
  ['mailCountHours', '24 hours', '24 ore'],
  ['idempotencyHours', '24 hours', '24 ore'],
  ['dataLinkMinutes', '60 minutes', '60 minuti'],
  ['contactMessageMonths', '24 months', '24 mesi'],
  ['endedSubscriptionYears', '5 years', '5 anni'],
] as const)('%s is "%s" in English and "%s" in Italian', (period, english, italian) => {
  expect(periodWords('en', period)).toBe(english)
  expect(periodWords('it', period)).toBe(italian)
})
