import type { Logger } from 'pino'
import type { Database } from '#database/connect.ts'
import type { MailWriters } from './mail-kinds.ts'
import type { Transport } from './smtp-transport.ts'

export interface CourierOptions {
  database: Database
  writers: MailWriters
  transport: Transport
  from: string
  mailPerSecond: number
  clock: () => Date
  log: Logger
  /** For those who watch. */
  onOutcome?: (kind: string, outcome: string) => void
}
