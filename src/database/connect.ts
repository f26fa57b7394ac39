import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import { CompiledQuery, Kysely, PostgresDialect, SqliteDialect, type Driver } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

export type Target = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

export interface Database {
  kind: Target['kind']
  db: Kysely<Schema>
  close(): Promise<void>
}

export function connect(target: Target): Database {
  const dialect = target.kind === 'sqlite' ? sqliteDialect(target.file) : postgresDialect(target.url)
  const db = new Kysely<Schema>({ dialect })
  return { kind: target.kind, db, close: () => db.destroy() }
}

function sqliteDialect(file: string): SqliteDialect {
  mkdirSync(dirname(file), { recursive: true })
  const database = new SQLite(file, { timeout: 5000 })
  database.pragma('journal_mode = WAL')
  // FULL: a commit is on the disk before the visitor reads "Thank You!".
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  return new ImmediateSqliteDialect({ database })
}

/**
 * A deferred transaction that reads before it writes fails at once when another process wrote in
 * between; an immediate one waits for its turn.
 */
class ImmediateSqliteDialect extends SqliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    }
    return driver
  }
}

function postgresDialect(url: string): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  // An idle connection that the server drops would otherwise end the process.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}
