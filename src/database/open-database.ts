import { sql } from 'kysely'
import { UserError } from '#user-error.ts'
import { connect, type Database, type Target } from './connect.ts'
import { migrate, schemaState } from './migrate.ts'

/** Connects and brings the database up to date, unless it is somebody else's, or a newer version's. */
export async function openDatabase(target: Target): Promise<Database> {
  let database: Database | undefined
  try {
    database = connect(target)
    const state = await schemaState(database)
    if (state === 'foreign') {
      throw new UserError(
        `${nameOf(target)} is the database of another program. Set DATABASE_URL to one of its own.`,
      )
    }
    if (state.breaking.length > 0) {
      throw new UserError(
        `${nameOf(target)} belongs to a newer version of this program (${state.breaking.join(', ')}). Start that one.`,
      )
    }
    if (state.missing.length > 0) await migrateUnhurried(target)
    return database
  } catch (error) {
    await database?.close()
    throw databaseMistake(target, error)
  }
}

/** Without a visitor's time limits: a large table, or another process that migrates, takes long. */
async function migrateUnhurried(target: Target): Promise<void> {
  const unhurried = { ...target }
  if (unhurried.kind === 'postgres') {
    const url = new URL(unhurried.url)
    url.searchParams.set('statement_timeout', '0')
    // For this one 0 would be at once.
    url.searchParams.set('query_timeout', String(2 ** 31 - 1))
    unhurried.url = url.href
  }
  await using database = connect(unhurried)
  await migrate(database)
}

/** Changes nothing; a standby, or a file that is closed, refuses that too. */
export async function assertWritable({ db }: Database): Promise<void> {
  await sql`delete from submissions where 1 = 0`.execute(db)
}

/** A database error as a sentence for the owner; any other error as it is. */
export function databaseMistake(target: Target, error: unknown): unknown {
  const failed = (error ?? {}) as NodeJS.ErrnoException
  const mistake = target.kind === 'sqlite' ? sqliteMistake(failed) : postgresMistake(failed)
  return mistake === undefined ? error : new UserError(`${nameOf(target)} ${mistake}`)
}

function postgresMistake({ code = '', message, path, syscall }: NodeJS.ErrnoException) {
  // TLS and lost connections fail without a code.
  const isConnection = /^(?:Connection terminated|timeout exceeded)|SSL|certificate/.test(message)
  const isAbout =
    isConnection ||
    syscall === 'connect' ||
    /^(?:E[A-Z]{5,}$|08|25006|28|3D|42501|53|57)/.test(code)
  if (path !== undefined || !isAbout) return undefined
  // A host with two addresses fails with no message, only a code.
  return `cannot be used: ${message || code}. Check DATABASE_URL and its user's rights.`
}

function sqliteMistake({ code = '', message }: NodeJS.ErrnoException) {
  if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(code))
    return 'is damaged, or no database. Move it away, then restore the newest backup: npm run admin -- restore FILE'
  if (/^SQLITE_(?:CANTOPEN|READONLY|PERM)/.test(code))
    return 'cannot be written. Give this user its folder, or choose another.'
  if (code.startsWith('SQLITE_BUSY'))
    return 'was in use by another for too long. Try again in a moment.'
  if (/^SQLITE_(?:FULL|IOERR)/.test(code))
    return `cannot be written: ${message}. Make room on the disk.`
  return undefined
}

function nameOf(target: Target): string {
  return target.kind === 'sqlite' ? target.file : `The PostgreSQL database ${addressOf(target.url)}`
}

export function describeTarget(target: Target): string {
  if (target.kind === 'sqlite') return `SQLite in ${target.file}`
  return `PostgreSQL at ${addressOf(target.url)}`
}

/** Without its password. */
function addressOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
