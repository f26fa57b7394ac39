import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '#config.ts'

// As much as leaves in one piece.
const batchBytes = 16_000
const mostWaitMs = 250

/** Lines leave in batches, at the latest after a moment, and all of them when the process ends. */
export function createLogLines(): DestinationStream {
  const output = pino.destination({ sync: false, minLength: batchBytes })
  const flushing = setInterval(() => output.flush(), mostWaitMs)
  flushing.unref()
  process.on('exit', () => output.flushSync())
  return output
}

export function logTo(output: DestinationStream, level: Config['logLevel']): Logger {
  return pino({ level, serializers: { err: withoutDetails } }, output)
}

/** PostgreSQL puts the row into `detail`, a mail server the recipient into `response`: neither is for a log. */
function withoutDetails(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack } = error
  return { type: name, code: (error as { code?: unknown }).code, message, stack }
}
