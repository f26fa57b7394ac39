import type { Context } from 'hono'
import type { Config } from '#config.ts'
import type { Database } from '#database/connect.ts'
import type { MailKinds } from '#mail/mail-declaration.ts'
import type { Finding } from '../finding.ts'
import { createBackgroundChecks, createLetterChecks } from './checks.tsx'

export interface ConsoleOptions {
  database: Database
  config: Config
  mailKinds: MailKinds
  sender: string
  secret: string
  /** The owner's own address: tests of letters go there. */
  contactTo: string
  /** Read anew for each page. */
  lettersDir: string
  /** How the owner calls the command line. */
  adminCommand: string
  /** The checks of `doctor`. */
  runChecks: () => AsyncIterable<Finding>
  clock: () => Date
}

export type PageContext = ReturnType<typeof createContext>

export function createContext(options: ConsoleOptions, base: string) {
  const { config, database, runChecks, clock } = options
  const { publicUrl, smtpUrl, database: target } = config
  const checks = createBackgroundChecks(runChecks, clock)
  const letterChecks = createLetterChecks({ ...options, db: database.db })
  /** The last test of each letter that this console sent. */
  const tests = new Map<string, { seen: string; at: Date }>()
  return {
    ...options,
    tests,
    publicUrl,
    smtpUrl,
    target,
    db: database.db,
    base,
    checks,
    letterChecks,
  }
}

/** The search, page and state in the address of a list. */
export type ListRequest = ReturnType<typeof readListRequest>

export function readListRequest(c: Context) {
  const { q = '', before, state = '', letter } = c.req.query()
  return {
    // PostgreSQL takes no NUL.
    search: q
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
