import SQLite from 'better-sqlite3'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { connect, type Target } from './connect.ts'
import type { Db, Schema } from './schema.ts'

/**
 * Reads one consistent moment of the database, for as long as it takes, while others go on writing.
 * Reading page by page inside it sees every row exactly once.
 */
export async function readSnapshot<T>(target: Target, read: (db: Db) => Promise<T>): Promise<T> {
  await using db = target.kind === 'sqlite' ? readOnlySqlite(target.file) : connect(target).db
  if (target.kind === 'sqlite') return await db.transaction().execute(read)
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // The reader of our output may take a break (`| less`).
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      return await read(trx)
    })
}

/** A connection of its own with a plain, deferred transaction: in WAL mode it stops no writer. */
function readOnlySqlite(file: string): Db {
  const database = new SQLite(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
}
