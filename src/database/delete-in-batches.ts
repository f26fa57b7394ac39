import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from './schema.ts'

const batchSize = 1000

/**
 * Deletes in batches, each in its own transaction, so that other writers get the lock in between.
 * @param key an indexed column that is unique or nearly so
 * @param isDue a condition that can use an index
 * @returns the number of deleted rows
 */
export async function deleteInBatches(
  db: Db,
  table: string,
  key: string,
  isDue: RawBuilder<unknown>,
): Promise<number> {
  let deleted = 0
  for (;;) {
    // Batches by key, not by time: all mail of a letter has the same time. Unordered: sorting would read every due
    // row for each batch.
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${isDue} limit ${sql.lit(batchSize)})
      and ${isDue}`.execute(db)
    if (Number(numAffectedRows) === 0) return deleted
    deleted += Number(numAffectedRows)
    await yieldToEventLoop()
  }
}

/**
 * `secure_delete` overwrites deleted rows in the database file, but not in the WAL: this truncates the WAL. While
 * somebody reads, it does nothing instead of waiting, because no submission can be stored meanwhile.
 */
export async function checkpointWal(db: Db) {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(connection)
    await sql`pragma busy_timeout = 0`.execute(connection)
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(connection)
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(rows[0]!.timeout)}`.execute(connection)
    }
  })
}
