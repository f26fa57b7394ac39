import { Kysely, sql, SqliteDialect } from 'kysely'
import { connect, openReadOnly, type Target } from './connect.ts'
import type { Db, Schema } from './schema.ts'

/**
 * Reads one consistent moment of the database, for as long as it takes, while others go on writing.
 * Reading page by page inside it sees every row exactly once.
 */
export async function readSnapshot<T>(target: Target, read: (db: Db) => Promise<T>): Promise<T> {
  if (target.kind === 'sqlite') {
    // Its transactions are plain, deferred ones.
    const dialect = new SqliteDialect({ database: openReadOnly(target.file) })
    await using db = new Kysely<Schema>({ dialect })
    return await db.transaction().execute(read)
  }
  await using database = connect(target)
  return await database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // The reader of our output may take a break (`| less`).
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      return await read(trx)
    })
}
