import { lifetimes } from '#lifetimes.ts'
import { personalData } from '#personal-data.ts'
import type { Period } from '#processing.ts'
import { site } from './content.ts'

const counts = { ...lifetimes, subscriptionMonths: site.legal.subscriptionMonths }

/** For example: 30 days. */
export function periodWords(period: Period): string {
  const unit = unitOf(period)
  const format = new Intl.NumberFormat('en-GB', { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(counts[period])
}

/** Anything older than this has expired. */
export function periodStart(period: Period, now: Date): Date {
  const time = now.toTemporalInstant().toZonedDateTimeISO('UTC')
  // Temporal clamps 30 February to the 28th; Date would roll over to March, and delete too early.
  const start = time.subtract({ [`${unitOf(period)}s`]: counts[period] })
  return new Date(start.epochMilliseconds)
}

/** Every retention period of personal data, in the order of the declaration. */
export const policyPeriods = Object.values(personalData).flatMap(({ endings }) =>
  endings.map(({ what, period, note }) => ({ what, words: periodWords(period), note })),
)

function unitOf(period: Period): string {
  return /(Minute|Hour|Day|Month|Year)s$/.exec(period)![1]!.toLowerCase()
}
