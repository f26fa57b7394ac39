import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'

export interface Expiry {
  table: keyof Schema
  /** The column that says how old a row is; there must be an index on it. */
  column: string
  before: string | number
  /** Which rows alone. */
  only?: RawBuilder<unknown>
}

const rowsPerSlice = 1000

/** Deletes what is older, in slices: each is a commit of its own, and others have their turn in between. */
export async function deleteInSlices(db: Kysely<Schema>, expiry: Expiry): Promise<void> {
  const column = sql.ref(expiry.column)
  const table = sql.table(expiry.table)
  const only = expiry.only === undefined ? sql`` : sql`${expiry.only} and`
  for (;;) {
    const { rows } = await sql<{ at: string | number }>`
      select ${column} as at from ${table} where ${only} ${column} < ${expiry.before}
      order by ${column} limit 1 offset ${rowsPerSlice}`.execute(db)
    const [next] = rows
    // Rows of one and the same moment may stand on both sides of the cut: they all go.
    const age = next ? sql`<= ${next.at}` : sql`< ${expiry.before}`
    await sql`delete from ${table} where ${only} ${column} ${age}`.execute(db)
    if (!next) return
    await nextTurn()
  }
}
