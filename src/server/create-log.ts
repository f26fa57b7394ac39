import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '#config.ts'

// As much as leaves in one piece.
const batchBytes = 16_000
const mostWaitMs = 250

/** Lines leave in batches, at the latest after a moment, and all of them when the process ends. */
export function createLogLines(): DestinationStream {
  const output = pino.destination({ sync: false })
  // Gathered here: the destination would measure each line by itself.
  let lines = ''
  const handOver = () => {
    if (lines !== '') output.write(lines)
    lines = ''
  }
  setInterval(handOver, mostWaitMs).unref()
  process.on('exit', () => {
    handOver()
    output.flushSync()
  })
  return {
    write(line) {
      lines += line
      if (lines.length >= batchBytes) handOver()
    },
  }
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
