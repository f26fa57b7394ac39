import { InvalidArgumentError, type Command } from 'commander'
import { parseEmailAddress } from '#email-address.ts'

/** Adds an argument `<email>`, normalised as the database compares it. */
export function addEmail(command: Command): Command {
  return command.argument(
    '<email>',
    'the address, in upper or lower case',
    (text) => emailAddress(text).key,
  )
}

export function emailAddress(text: string) {
  const address = parseEmailAddress(text)
  if (!address) throw new InvalidArgumentError('Give an email address.')
  return address
}

export function webUrl(text: string): URL {
  const url = URL.parse('/', text)
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new InvalidArgumentError('Give a URL that starts with https://.')
}

export function positiveNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.')
  return Number(text)
}

/** Adds `--since` (inclusive) and `--until` (as an instant: exclusive), each a day or an instant in UTC. */
export function addDateRange(command: Command): Command {
  return command
    .option('--since <date>', 'from this day or time on (UTC)', (text) => dayOrTime(text, 0))
    .option('--until <date>', 'to the end of this day, or before this time', (text) =>
      dayOrTime(text, 1),
    )
    .hook('preAction', (_, acting) => {
      const { since = '', until = '~' } = acting.opts<{ since?: string; until?: string }>()
      if (since >= until) acting.error('error: --since must come before --until')
    })
}

function dayOrTime(text: string, daysAfter: number): string {
  const wanted = 'Give a day like 2026-03-31 or a time like 2026-03-31T08:00:00Z.'
  if (text.length > '2026-03-31'.length) return instant(() => Temporal.Instant.from(text), wanted)
  const midnight = () => Temporal.PlainDate.from(text).toZonedDateTime('UTC')
  return instant(() => midnight().add({ days: daysAfter }).toInstant(), wanted)
}

/** The value of an option, or wrong usage if `read` throws. */
export function optionValue<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}

function instant(read: () => Temporal.Instant, wanted: string): string {
  try {
    const text = new Date(read().epochMilliseconds).toISOString()
    // As text, a year of five digits would sort before all others.
    if (/^\d{4}-/.test(text)) return text
  } catch {}
  throw new InvalidArgumentError(wanted)
}
