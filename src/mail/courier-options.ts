import type { Logger } from 'pino'
import type { Database } from '#database/connect.ts'
import type { MailWriters } from './mail-kinds.ts'
import type { Transport } from './smtp-transport.ts'

/** What all work in the background has at hand. */
export interface WorkTools {
  database: Database
  clock: () => Date
  log: Logger
}

export interface ClaimTools extends WorkTools {
  writers: MailWriters
  mailPerSecond: number
}

export interface CourierOptions extends ClaimTools {
  transport: Transport
  from: string
}
