import { timeZone } from './parts.tsx'

const day = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })
const hourAndMinute = { hour: '2-digit', minute: '2-digit' } as const
const clock = new Intl.DateTimeFormat('en-GB', hourAndMinute)
/** The console may run on a server, whose zone is seldom the owner's. */
const zonedClock = new Intl.DateTimeFormat('en-GB', { ...hourAndMinute, timeZoneName: 'short' })

/** For example: Friday 20 November 2026. Some versions of ICU write a comma. */
const longDay = (at: Date) => day.format(at).replace(',', '')

/** For example: Friday 20 November 2026, 09:00 CET. */
export const moment = (at: Date) => `${longDay(at)}, ${zonedClock.format(at)}`

/** For example: 09:00. */
export const clockTime = (at: Date) => clock.format(at)

/** The time, and its day unless that is today. */
export function recently(at: Date, now: Date): string {
  const isToday = day.format(at) === day.format(now)
  return isToday ? clock.format(at) : `${shortDay.format(at)}, ${clock.format(at)}`
}

/** For example: 2 October. */
export const dayOf = (at: Date) => shortDay.format(at)

/** For example: tomorrow, Friday 20 November, at 09:00 CET. */
export function dayAhead(at: Date, now: Date): string {
  const days = plainDay(now).until(plainDay(at)).days
  const word = days === 0 ? 'today, ' : days === 1 ? 'tomorrow, ' : ''
  return `${word}${longDay(at).replace(/ \d+$/, '')}, at ${zonedClock.format(at)}`
}

function plainDay(at: Date) {
  return Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** For example: In 10 hours. */
export function inWords(at: Date, now: Date): string {
  const minutes = Math.max(1, Math.round((at.getTime() - now.getTime()) / 60_000))
  const words = (number: number, unit: string) => `In ${number} ${unit}${number === 1 ? '' : 's'}`
  if (minutes < 100) return words(minutes, 'minute')
  if (minutes < 48 * 60) return words(Math.round(minutes / 60), 'hour')
  return words(Math.round(minutes / 60 / 24), 'day')
}
