import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'

export interface Expiry {
  table: string
  /** Of its primary key, where that is not the id. */
  key?: string[]
  /** The column that says how old a row is; there must be an index on it. */
  column: string
  before: string | number
  /** Which rows alone. */
  only?: RawBuilder<unknown>
}

const rowsPerSlice = 1000

/** Deletes what is older, in slices: each is a commit of its own, and others have their turn in between. */
export async function deleteInSlices(db: Kysely<Schema>, expiry: Expiry): Promise<void> {
  const { table, key = ['id'], column, before, only = sql`true` } = expiry
  const keys = sql.join(key.map((name) => sql.ref(name)))
  const isDue = sql`${only} and ${sql.ref(column)} < ${before}`
  for (;;) {
    // A letter's mails are all of one moment: the slice is cut by the key, not by the age. Without an
    // order, too: a planner that sorts would read all that is due for every slice.
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where (${keys}) in (
        select ${keys} from ${sql.table(table)} where ${isDue} limit ${sql.lit(rowsPerSlice)})
      and ${isDue}`.execute(db)
    if (Number(numAffectedRows) === 0) return
    await nextTurn()
  }
}
