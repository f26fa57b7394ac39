import type { Language, Words } from './language.ts'

const words = {
  en: { locale: 'en-GB', firstDay: '1', at: 'at' },
  it: { locale: 'it-IT', firstDay: '1º', at: 'alle' },
} satisfies Words

/** The company's: the year in the footer changes in it, too. */
const ownZone = 'Europe/Rome'

const longDates = { en: formatsOf('en'), it: formatsOf('it') }

function formatsOf(language: Language) {
  const inZone = (timeZone: string) =>
    new Intl.DateTimeFormat(words[language].locale, { dateStyle: 'long', timeZone })
  return { own: inZone(ownZone), utc: inZone('UTC') }
}

/** For example: 1 March 2026, 1º marzo 2026. */
export function longDate(language: Language, instant: Date, zone: 'own' | 'utc' = 'own'): string {
  const date = longDates[language][zone].format(instant)
  return date.replace(/^1(?= )/, words[language].firstDay)
}

/** For example: 2026-03-01. */
export function isoDate(instant: Date): string {
  const moment = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
  return String(moment.toZonedDateTimeISO(ownZone).toPlainDate())
}

/** For example: 1 March 2026 at 10:00:00 UTC. With seconds, so that the owner can find a message in a mailbox. */
export function longTime(language: Language, instant: Date): string {
  const time = instant.toISOString().slice(11, 19)
  return `${longDate(language, instant, 'utc')} ${words[language].at} ${time} UTC`
}
