import type { Language, Words } from './language.ts'

const words = {
  en: { date: dateFormat('en-GB'), firstDay: '1', at: 'at' },
  it: { date: dateFormat('it-IT'), firstDay: '1º', at: 'alle' },
} satisfies Words

/** For example: 1 March 2026, 1º marzo 2026. */
export function longDate(language: Language, instant: Date): string {
  const { date, firstDay } = words[language]
  return date.format(instant).replace(/^1(?= )/, firstDay)
}

/** For example: 1 March 2026 at 10:00:00 UTC. With seconds, so that the owner can find a message in a mailbox. */
export function longTime(language: Language, instant: Date): string {
  const time = instant.toISOString().slice(11, 19)
  return `${longDate(language, instant)} ${words[language].at} ${time} UTC`
}

function dateFormat(locale: string) {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
}
