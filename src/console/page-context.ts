import type { Context } from 'hono'
import type { Database, Target } from '#database/connect.ts'
import type { MailWriters } from '#mail/mail-kinds.ts'
import { createCheckup, type Finding } from './checks.tsx'

export interface ConsoleOptions {
  database: Database
  target: Target
  writers: MailWriters
  publicUrl: string
  sender: string
  secret: string
  smtpUrl: string | undefined
  /** The owner's own address: tests of letters go there. */
  contactTo: string
  /** Read anew for each page. */
  lettersDir: string
  /** How the owner calls the command line. */
  adminCommand: string
  /** The checks of `doctor`. */
  examine: () => AsyncIterable<Finding>
  clock: () => Date
}

export type PageContext = ReturnType<typeof createContext>

export function createContext(options: ConsoleOptions, base: string) {
  const { database, examine, clock } = options
  return { ...options, db: database.db, base, checkup: createCheckup(examine, clock) }
}

/** The search, page and state in the address of a list. */
export type ListRequest = ReturnType<typeof readListRequest>

export function readListRequest(c: Context) {
  const { q = '', before, state = '', letter } = c.req.query()
  return {
    // PostgreSQL takes no NUL.
    words: q
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 254),
    /** The key of the last row on the page before. */
    after: before?.split(' '),
    letter,
    /** The state in the address, or the first one. */
    stateOf: <State extends string>(states: Record<State, unknown>) =>
      (Object.hasOwn(states, state) ? state : Object.keys(states)[0]) as State,
  }
}
