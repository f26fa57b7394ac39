import type { Language } from '#language.ts'
import { personalDataTexts } from '#personal-data-texts.ts'
import { periods, personalData, type Period } from '#personal-data.ts'
import { site } from './content.ts'

/** The values themselves are in personal-data.ts and content/site.ts. */
const counts = { ...periods, subscriptionMonths: site.legal.subscriptionMonths }

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
  return Object.keys(personalData).flatMap((table) => retentionOf(language, table))
}

/** The retention periods of a table. */
export function retentionOf(language: Language, table: string) {
  return personalData[table]!.retention.map(({ period }) => {
    const { what, note } = personalDataTexts[table]!.retention[period]!
    return {
      name: period,
      what: what[language],
      period: periodWords(language, period),
      note: note?.[language],
    }
  })
}

function unitOf(period: Period): string {
  return /(Minute|Hour|Day|Month|Year)s$/.exec(period)![1]!.toLowerCase()
}
