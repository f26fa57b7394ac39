import { lifetimes } from '#lifetimes.ts'
import { personalData } from '#personal-data.ts'
import type { Period } from '#processing.ts'
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
  const time = now.toTemporalInstant().toZonedDateTimeISO('UTC')
  // Takes 30 February for the 28th: Date takes it for a day in March, which is not as long ago.
  const start = time.subtract({ [`${unitOf(period)}s`]: counts[period] })
  return new Date(start.epochMilliseconds)
}

/** Every period that ends something about people, in the order of the declaration. */
export const policyPeriods = Object.values(personalData).flatMap(({ endings }) =>
  endings.map(({ what, period, note }) => ({ what, words: periodWords(period), note })),
)

function unitOf(period: Period): string {
  return /(Minute|Hour|Day|Month|Year)s$/.exec(period)![1]!.toLowerCase()
}
