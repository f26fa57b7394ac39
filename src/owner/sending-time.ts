import { launchTime } from '#content/launch.ts'
import { UserError } from '#user-error.ts'

/**
 * A time in the future at which a letter is sent.
 * @param text `launch`, or a time: with its zone, or without one in `zone`
 */
export function sendingTime(
  text: string,
  now: Date,
  { launchAt = launchTime(), zone }: { launchAt?: number | undefined; zone?: string } = {},
): Date {
  const time = text === 'launch' ? launchDate(launchAt) : readTime(text, zone)
  if (time > now) return time
  throw new UserError(`It must be in the future: ${time.toISOString()} has passed.`)
}

function launchDate(launchAt: number | undefined): Date {
  if (launchAt !== undefined) return new Date(launchAt)
  throw new UserError('content/site.ts has no launch time: set launched: { url, at }.')
}

function readTime(text: string, zone: string | undefined): Date {
  try {
    const instant =
      zone === undefined
        ? Temporal.Instant.from(text)
        : inZone(Temporal.PlainDateTime.from(text), zone)
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
function inZone(local: Temporal.PlainDateTime, zone: string): Temporal.Instant {
  try {
    return local.toZonedDateTime(zone, { disambiguation: 'reject' }).toInstant()
  } catch {
    throw new UserError(
      'The clocks change in that hour, so this time is missing or comes twice: choose another.',
    )
  }
}
