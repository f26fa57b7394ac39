import { InvalidArgumentError, type Command } from 'commander'

/** `--since` and `--until`, which take a day or an instant, in UTC; the latter is the first that is too late. */
export function addDateRange(command: Command): Command {
  return command
    .option('--since <date>', 'from this day or instant on (UTC)', (text) => instant(text, 0))
    .option('--until <date>', 'up to the end of this day, or before this instant', (text) =>
      instant(text, 1),
    )
    .hook('preAction', (_, acting) => {
      const { since = '', until = '~' } = acting.opts<{ since?: string; until?: string }>()
      if (since >= until) acting.error('error: --since must come before --until')
    })
}

const dayMs = 86_400_000

function instant(text: string, daysAfter: number): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const isInstant = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(text)
  const time = Date.parse(text)
  const given = new Date(time + (isDay ? daysAfter * dayMs : 0))
  if (!(isDay || isInstant) || !isReal(text, given)) {
    throw new InvalidArgumentError(
      'Give a day like 2026-03-31 or an instant like 2026-03-31T08:00:00Z.',
    )
  }
  return given.toISOString()
}

/** Date takes 30 February for 2 March; and a year of five digits would sort before all others. */
export function isReal(text: string, time: Date): boolean {
  const day = text.slice(0, 10)
  return time.getUTCFullYear() <= 9999 && new Date(day).toJSON()?.startsWith(day)
}
