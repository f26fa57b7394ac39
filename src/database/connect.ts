import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect, type Dialect } from 'kysely'
import pg from 'pg'
import type { Config } from '#config.ts'
import type { Db, Schema } from './schema.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'

export type Target = Config['database']

export interface Database extends AsyncDisposable {
  kind: Target['kind']
  db: Db
  close(): Promise<void>
}

export function connect(target: Target): Database {
  const isSqlite = target.kind === 'sqlite'
  return open(target.kind, isSqlite ? sqliteDialect(target.file) : postgresDialect(target.url))
}

/** For request handlers: read-only on SQLite, where only the background thread writes. */
export function connectForReading(target: Target): Database {
  if (target.kind === 'postgres') return connect(target)
  return open('sqlite', new SqliteDialect({ database: openReadOnly(target.file) }))
}

/** A connection that blocks no writer (in WAL mode) and creates no file. */
export function openReadOnly(file: string): SQLite.Database & Disposable {
  const database = new SQLite(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
  return Object.assign(database, { [Symbol.dispose]: () => void database.close() })
}

/** Call it between the transactions of long work: a waiting writer then gets SQLite's lock. */
export async function yieldToWriters(): Promise<void> {
  await sleep(100)
}

function open(kind: Target['kind'], dialect: Dialect): Database {
  const db = new Kysely<Schema>({ dialect })
  const close = () => db.destroy()
  return { kind, db, close, [Symbol.asyncDispose]: close }
}

const busyTimeoutMs = 5000

function sqliteDialect(file: string): Dialect {
  // No other user of this machine may read visitors' data.
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite gives its journal the mode of the database.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const database = new SQLite(file, { timeout: busyTimeoutMs })
  database.pragma('journal_mode = WAL')
  // FULL: a commit is on disk before the visitor reads "Thank You!".
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  // Overwrite deleted data with zeros.
  database.pragma('secure_delete = ON')
  // 2 MB instead of the driver's 16: the system caches the file as well.
  database.pragma('cache_size = -2000')
  // Checkpoint the WAL only every 16 MB: under load the same pages change many times.
  database.pragma('wal_autocheckpoint = 4000')
  return createSqliteDialect(database)
}

function postgresDialect(url: string): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    statement_timeout: 10_000,
    // On the client, for a server that hangs without closing the connection.
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  // Without a listener, a dropped connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool })
}
