import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from './schema.ts'

const rowsPerSlice = 1000

/**
 * Deletes in slices, each in its own transaction, so that other writers get the lock in between.
 * @param key an indexed column that is unique or nearly so
 * @param isDue must be found by an index
 * @returns how many rows were deleted
 */
export async function deleteInSlices(
  db: Db,
  table: string,
  key: string,
  isDue: RawBuilder<unknown>,
): Promise<number> {
  let deleted = 0
  for (;;) {
    // Cut by the key, not by time: all mail of a letter has the same time. Unordered: a sort would read every due
    // row for each slice.
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${isDue} limit ${sql.lit(rowsPerSlice)})
      and ${isDue}`.execute(db)
    if (Number(numAffectedRows) === 0) return deleted
    deleted += Number(numAffectedRows)
    await nextTurn()
  }
}

/** SQLite overwrites deleted rows in its file, but not in its WAL: that is written back and truncated. */
export async function checkpointWal(db: Db) {
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
