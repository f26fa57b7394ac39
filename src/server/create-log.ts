import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '#config.ts'

export function createLog(output: DestinationStream, level: Config['logLevel']): Logger {
  return pino({ level, serializers: { err: withoutDetails } }, output)
}

/** PostgreSQL puts the row into `detail`, a mail server the recipient into `response`: neither is for a log. */
function withoutDetails(error: unknown) {
  const { name: type, code, message, stack } = Object(error) as NodeJS.ErrnoException
  return { type, code, message, stack }
}
