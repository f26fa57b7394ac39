import { lifetimes } from '../lifetimes.ts'
import { personalData } from '../personal-data.ts'
import type { Period } from '../processing.ts'
import { site } from './content.ts'

const counts = { ...lifetimes, subscriptionMonths: site.legal.subscriptionMonths }

/** As the policy says it: 30 days. */
export function periodWords(period: Period): string {
  const unit = unitOf(period)
  const format = new Intl.NumberFormat('en-GB', { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(counts[period])
}

/** What is older than this has been kept for as long as the policy says. */
export function periodStart(period: Period, now: Date): Date {
  const unit = unitOf(period)
  const count = counts[period]
  if (unit in unitMs) return new Date(now.getTime() - count * unitMs[unit as 'day'])
  const start = new Date(now)
  start.setUTCMonth(start.getUTCMonth() - (unit === 'year' ? 12 * count : count))
  // 30 February would be in March, which is not as long ago.
  if (start.getUTCDate() !== now.getUTCDate()) start.setUTCDate(0)
  return start
}

/** Every period that ends something about people, in the order of the declaration. */
export const policyPeriods = Object.values(personalData).flatMap(({ endings }) =>
  endings.map(({ what, period, note }) => ({ what, words: periodWords(period), note })),
)

const unitMs = { minute: 60_000, hour: 3_600_000, day: 24 * 3_600_000 }

function unitOf(period: Period): 'year' | 'month' | keyof typeof unitMs {
  return /(Minute|Hour|Day|Month|Year)s$/.exec(period)![1]!.toLowerCase() as 'day'
}
