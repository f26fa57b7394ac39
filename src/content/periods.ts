import type { Language } from '#language.ts'
import { lifetimes } from '#lifetimes.ts'
import { personalData } from '#personal-data.ts'
import type { Period } from '#processing.ts'
import { site } from './content.ts'

const counts = { ...lifetimes, subscriptionMonths: site.legal.subscriptionMonths }

/** For example: 30 days, 30 giorni. */
export function periodWords(language: Language, period: Period): string {
  const unit = unitOf(period)
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
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
export function policyPeriods(language: Language) {
  return Object.values(personalData).flatMap(({ retention }) =>
    retention.map(({ what, period, note }) => ({
      what: what[language],
      words: periodWords(language, period),
      note: note?.[language],
    })),
  )
}

function unitOf(period: Period): string {
  return /(Minute|Hour|Day|Month|Year)s$/.exec(period)![1]!.toLowerCase()
}
