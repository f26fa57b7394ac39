import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { Kysely, type CompiledQuery, type DatabaseConnection } from 'kysely'
import type { Database } from '#database/connect.ts'
import { compactCopy } from '#database/make-backup.ts'
import { openDatabase } from '#database/open-database.ts'
import type { Schema } from '#database/schema.ts'
import { createSqliteDialect } from '#database/sqlite-dialect.ts'
import { storeConsentTexts } from '#subscribers/consent.ts'
import { consents } from '../support/test-app.ts'
import type { Random } from './random.ts'
import type { Process, VirtualTime } from './virtual-time.ts'

export type Disk = ReturnType<typeof createDisk>

let migrated: Buffer | undefined

/** A migrated database, as bytes. Call it before time is virtual. */
export async function migratedDatabase(): Promise<Buffer> {
  if (migrated) return migrated
  const dir = mkdtempSync(join(tmpdir(), 'simulation-'))
  const [file, copy] = [join(dir, 'site.db'), join(dir, 'copy.db')]
  await using database = await openDatabase({ kind: 'sqlite', file })
  await storeConsentTexts(database.db, [consents], new Date(0))
  await compactCopy(file, copy)
  migrated = readFileSync(copy)
  rmSync(dir, { recursive: true })
  return migrated
}

const busyTimeoutMs = 5000
const failure = (code: string, message: string) => Object.assign(new Error(message), { code })
const never = new Promise<never>(() => {})

/**
 * A real SQLite database that several processes share. Queries take time. A crash loses what was not committed; while the
 * disk is failing, writes fail, and answers to commits get lost as with a broken connection to PostgreSQL.
 * @param onCommit called right after each commit: the process may be killed or suspended there
 */
export function createDisk(
  bytes: Buffer,
  time: VirtualTime,
  random: Random,
  onCommit: (process: Process) => void,
) {
  // One handle, because a second one would block this thread while it waits for the first.
  const sqlite = new SQLite(bytes)
  sqlite.pragma('foreign_keys = ON')
  let holder: Process | undefined
  let waiting: { process: Process; resolve: () => void }[] = []
  const disk = { sqlite, isFailing: false, open, drop }

  /** @returns false if another process has held it for too long */
  async function lock(process: Process): Promise<boolean> {
    if (process.isDead) await never
    if (holder === undefined) {
      holder = process
      return true
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const entry = { process, resolve: () => resolve(true) }
    waiting.push(entry)
    time.start(() => {
      if (!waiting.includes(entry)) return
      waiting = waiting.filter((one) => one !== entry)
      resolve(false)
    }, busyTimeoutMs)
    const isLocked = await promise
    // It may be suspended: only a timer knows.
    if (isLocked) await time.sleep(0)
    return isLocked
  }

  function unlock() {
    const next = waiting.shift()
    holder = next?.process
    next?.resolve()
  }

  async function execute(process: Process, connection: DatabaseConnection, query: CompiledQuery) {
    if (random.chance(0.15)) await time.sleep(random.between(0, random.chance(0.02) ? 2000 : 3))
    const isWrite = !/^\s*(?:select|pragma|begin|rollback)/i.test(query.sql)
    if (isWrite && disk.isFailing && random.chance(0.3)) {
      if (sqlite.inTransaction) sqlite.exec('rollback')
      throw failure('SQLITE_FULL', 'database or disk is full')
    }
    const result = await connection.executeQuery(query)
    if (!isWrite || sqlite.inTransaction) return result
    onCommit(process)
    if (process.isDead) await never
    if (!disk.isFailing || random.chance(0.8)) return result
    throw failure('08006', 'Connection terminated unexpectedly')
  }

  /** A connection of this process. */
  function open(process: Process): Database {
    const dialect = createSqliteDialect(sqlite)
    const createDriver = dialect.createDriver.bind(dialect)
    dialect.createDriver = () => {
      const driver = createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      const locked = new WeakSet<DatabaseConnection>()
      return Object.assign(driver, {
        async acquireConnection() {
          const connection = await acquire()
          const isLocked = await lock(process)
          const shared: DatabaseConnection = {
            executeQuery: async (query) => {
              if (!isLocked) throw failure('SQLITE_BUSY', 'database is locked')
              return (await execute(process, connection, query)) as never
            },
            streamQuery: connection.streamQuery.bind(connection),
          }
          if (isLocked) locked.add(shared)
          return shared
        },
        async releaseConnection(connection: DatabaseConnection) {
          if (locked.has(connection)) unlock()
          // It learns of the commit when it is resumed.
          if (process.suspendedUntilMs > time.nowMs()) await time.sleep(0)
        },
        async destroy() {},
      })
    }
    const db = new Kysely<Schema>({ dialect })
    const close = async () => {}
    return { kind: 'sqlite', db, close, [Symbol.asyncDispose]: close }
  }

  /** The process is dead: its transaction is rolled back. */
  function drop(process: Process) {
    waiting = waiting.filter((one) => one.process !== process)
    if (holder !== process) return
    if (sqlite.inTransaction) sqlite.exec('rollback')
    unlock()
  }

  return disk
}
