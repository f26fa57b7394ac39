import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from './schema.ts'

const rowsPerSlice = 1000

/**
 * Deletes in slices: each is a commit of its own, and others have their turn in between.
 * @param key a column with an index that is a row's own, or that few rows share
 * @param isDue must be found by an index
 */
export async function deleteInSlices(
  db: Db,
  table: string,
  key: string,
  isDue: RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    // A letter's mails are all of one moment: the slice is cut by the key, not by the age. Without an
    // order, too: a planner that sorts would read all that is due for every slice.
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${isDue} limit ${sql.lit(rowsPerSlice)})
      and ${isDue}`.execute(db)
    if (Number(numAffectedRows) === 0) return
    await nextTurn()
  }
}
