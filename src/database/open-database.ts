import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { UserError } from '#user-error.ts'
import { connect, connectForReading, type Database, type Target } from './connect.ts'
import { migrate, schemaState } from './migrate.ts'

/** Connects and migrates. Rejects a database of another program, or of a newer version. */
export async function openDatabase(target: Target): Promise<Database> {
  let database: Database | undefined
  try {
    // Before `connect`, which switches a file to WAL: that may break the program it belongs to.
    if (target.kind === 'sqlite' && existsSync(target.file)) {
      await using reading = connectForReading(target)
      assertOurs(target, await schemaState(reading))
    }
    database = connect(target)
    const state = await schemaState(database)
    assertOurs(target, state)
    if (state.breaking.length > 0) {
      throw new UserError(
        `${targetName(target)} belongs to a newer version of this program (${state.breaking.join(', ')}). Start that version.`,
      )
    }
    if (state.missing.length > 0) await migrateWithoutTimeouts(target)
    return database
  } catch (error) {
    await database?.close()
    throw explainDatabaseError(target, error)
  }
}

type SchemaState = Awaited<ReturnType<typeof schemaState>>

function assertOurs(
  target: Target,
  state: SchemaState,
): asserts state is Exclude<SchemaState, 'foreign'> {
  if (state !== 'foreign') return
  throw new UserError(
    `${targetName(target)} belongs to another program. Set DATABASE_URL to an empty database.`,
  )
}

/** Large tables take long, and so does waiting for another process that migrates. */
async function migrateWithoutTimeouts(target: Target): Promise<void> {
  const patient = { ...target }
  if (patient.kind === 'postgres') {
    const url = new URL(patient.url)
    url.searchParams.set('statement_timeout', '0')
    // For pg, 0 would be an immediate timeout.
    url.searchParams.set('query_timeout', String(2 ** 31 - 1))
    patient.url = url.href
  }
  await using database = connect(patient)
  await migrate(database)
}

/** Deletes no row, but fails on a standby or a read-only file. */
export async function assertWritable({ db }: Database): Promise<void> {
  await sql`delete from submissions where 1 = 0`.execute(db)
}

/** A database error as a sentence for the owner; any other error as it is. */
export function explainDatabaseError(target: Target, error: unknown): unknown {
  const failed = (error ?? {}) as NodeJS.ErrnoException
  const explanation =
    target.kind === 'sqlite' ? explainSqliteError(failed) : explainPostgresError(failed)
  return explanation === undefined ? error : new UserError(`${targetName(target)} ${explanation}`)
}

function explainPostgresError({ code = '', message, path, syscall }: NodeJS.ErrnoException) {
  // TLS and lost connections fail without a code.
  const isConnection = /^(?:Connection terminated|timeout exceeded)|SSL|certificate/.test(message)
  const isKnown =
    isConnection ||
    syscall === 'connect' ||
    /^(?:E[A-Z_]{5,}$|08|25006|28|3D|42501|53|57)/.test(code)
  if (path !== undefined || !isKnown) return undefined
  // A host with two addresses fails with no message, only a code.
  return `cannot be used: ${message || code}. Check DATABASE_URL and its user's rights.`
}

function explainSqliteError({ code = '', message }: NodeJS.ErrnoException) {
  if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(code))
    return 'is damaged, or not a database. Move it away, then restore the newest backup: see docs/deploy.md'
  if (/^SQLITE_(?:CANTOPEN|READONLY|PERM)/.test(code))
    return 'cannot be written. Give this user write access to its folder, or choose another folder.'
  if (code.startsWith('SQLITE_BUSY'))
    return 'was locked by another process for too long. Try again in a moment.'
  if (/^SQLITE_(?:FULL|IOERR)/.test(code))
    return `cannot be written: ${message}. Free some disk space; if enough is free, check the disk.`
  return undefined
}

function targetName(target: Target): string {
  return target.kind === 'sqlite' ? target.file : `The PostgreSQL database ${addressOf(target.url)}`
}

export function describeTarget(target: Target): string {
  if (target.kind === 'sqlite') return `SQLite in ${target.file}`
  return `PostgreSQL at ${addressOf(target.url)}`
}

/** Call it before `openDatabase`: an owner who has lost the file must see that this one is empty. */
export function describeOpening(target: Target): string {
  const isNew = target.kind === 'sqlite' && !existsSync(target.file)
  return `${describeTarget(target)}${isNew ? ', new and empty' : ''}`
}

/** Without user and password. */
function addressOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
