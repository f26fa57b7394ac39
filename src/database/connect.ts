import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import { Kysely, PostgresDialect, type Dialect } from 'kysely'
import type { Config } from '#config.ts'
import { PatientSqliteDialect } from './patient-sqlite-dialect.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { Db, Schema } from './schema.ts'

export type Target = Config['database']

export interface Database extends AsyncDisposable {
  kind: Target['kind']
  db: Db
  close(): Promise<void>
  /** How many connections there are, idle ones among them, and who waits for one. PostgreSQL only. */
  pool?(): { open: number; idle: number; waiting: number }
}

export function connect(target: Target): Database {
  const { kind } = target
  if (kind === 'sqlite') return { kind, ...closable(sqliteDialect(target.file)) }
  const pool = createPostgresPool(target.url)
  return {
    kind,
    ...closable(new PostgresDialect({ pool })),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

function closable(dialect: Dialect) {
  const db = new Kysely<Schema>({ dialect })
  const close = () => db.destroy()
  return { db, close, [Symbol.asyncDispose]: close }
}

function sqliteDialect(file: string): Dialect {
  // What visitors write is nobody else's on this machine.
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite gives its journal the mode of the database.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const database = new SQLite(file, { timeout: 5000 })
  database.pragma('journal_mode = WAL')
  // FULL: a commit is on the disk before the visitor reads "Thank You!".
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  // What is erased is overwritten, too.
  database.pragma('secure_delete = ON')
  // 2 MB instead of the driver's 16, and that for each connection: the system caches the file as well.
  database.pragma('cache_size = -2000')
  // 16 MB of journal before it is folded into the file: in a busy hour the same pages change again and again.
  database.pragma('wal_autocheckpoint = 4000')
  // From here on PatientSqliteDialect waits, without standing in the way of other requests.
  database.pragma('busy_timeout = 0')
  return new PatientSqliteDialect({ database: rememberStatements(database) })
}

/** A connection of its own, which stops no writer (in WAL mode) and makes no file. */
export function openReadOnly(file: string): SQLite.Database & Disposable {
  const database = new SQLite(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  return Object.assign(database, { [Symbol.dispose]: () => void database.close() })
}

const mostStatements = 200

/** Kysely prepares anew whatever it runs; the same statement is ready in a tenth of the time. */
function rememberStatements(database: SQLite.Database) {
  const known = new Map<string, SQLite.Statement>()
  return {
    prepare(text: string) {
      const earlier = known.get(text)
      // One that still hands out rows cannot begin again.
      if (earlier && !earlier.busy) return earlier
      const statement = database.prepare(text)
      if (known.size >= mostStatements) known.delete(known.keys().next().value!)
      known.set(text, statement)
      return statement
    },
    close: () => void database.close(),
  }
}
