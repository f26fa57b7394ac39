import { site } from '#content/content.ts'
import type { Site } from '#content/content-rules.ts'
import { wasLaunchedBefore } from '#content/launch.ts'
import type { DueAt } from '#letters/stored-letters.ts'
import { UserError } from '#user-error.ts'

/** When a letter goes out, and how the owner wrote it. */
export interface SendingTime {
  dueAt: DueAt
  text: string
}

/**
 * A time in the future at which a letter is sent, or the launch.
 * @param text `launch`, or a time: with its offset or zone, or without one in `zone`
 */
export function sendingTime(
  text: string,
  now: Date,
  { content = site, zone }: { content?: Pick<Site, 'launched'>; zone?: string } = {},
): SendingTime {
  if (text === 'launch') {
    if (!wasLaunchedBefore(now, content)) return { dueAt: 'launch', text }
    throw new UserError('The site is launched already: send it now, or at a time.')
  }
  const dueAt = readTime(text, zone)
  if (dueAt > now) return { dueAt, text }
  throw new UserError(`It must be in the future: ${dueAt.toISOString()} has passed.`)
}

/** The named zone of a complete time, such as [Europe/Rome]. */
const namedZone = /\[([^\]]+)\]$/
const offset = /[T ].*(?:Z|[+-]\d\d(?::?\d\d)?)$/i

function readTime(text: string, zone: string | undefined): Date {
  const [, named] = namedZone.exec(text) ?? []
  try {
    const instant =
      named === undefined && (zone === undefined || offset.test(text))
        ? Temporal.Instant.from(text)
        : inZone(text, named ?? zone!)
    const time = new Date(instant.epochMilliseconds)
    // As text, a year of five digits would sort before all others.
    if (/^\d{4}-/.test(time.toISOString())) return time
  } catch (error) {
    if (error instanceof UserError) throw error
  }
  const example = zone === undefined ? 'with its zone, like 2026-03-31T09:00+02:00' : 'and a day'
  throw new UserError(`Give a time ${example}, or launch.`)
}

/** When the clocks change, an hour is missing, and another one comes twice. */
function inZone(text: string, zone: string): Temporal.Instant {
  const written = text.replace(namedZone, '')
  Temporal.PlainDateTime.from(written)
  if (!isTimeZone(zone)) throw new UserError(`${zone} is not a known time zone.`)
  try {
    return Temporal.ZonedDateTime.from(`${written}[${zone}]`, {
      disambiguation: 'reject',
    }).toInstant()
  } catch {
    throw new UserError(
      offset.test(written)
        ? `${zone} has another offset then: leave the offset out.`
        : 'The clocks change in that hour, so this time is missing or comes twice: choose another.',
    )
  }
}

function isTimeZone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** Italy's two offsets are easily mixed up. @returns undefined if the time has Italy's of that day, or none of them */
export function offsetMistake(text: string): string | undefined {
  const [, hours] = /([+-]0[12])(?::?00)?$/.exec(text) ?? []
  if (hours !== '+01' && hours !== '+02') return undefined
  const inItaly = Temporal.Instant.from(text).toZonedDateTimeISO('Europe/Rome')
  if (inItaly.offset === `${hours}:00`) return undefined
  const clock = inItaly.toPlainTime().toString({ smallestUnit: 'minute' })
  return `${text} is ${clock} in Italy, where the offset is ${inItaly.offset} on that day`
}
