import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Database } from './connect.ts'
import type { Schema } from './schema.ts'

export type Row = Record<string, unknown>

export interface CopyOptions {
  /** Which rows alone. */
  only?: RawBuilder<unknown>
  /** What becomes of a row on its way. */
  change?: (row: Row) => Row
  /** Leaves rows alone that are there already. */
  ifMissing?: boolean
}

/** What describes this machine and its processes, not what they know: it is not for another one. */
const passing = new Set<string>(['migrations', 'mail_pace', 'rate_limits', 'backups'])

/** The tables that a backup holds, each after those it refers to: in that order they were made. */
export async function storedTables(db: Kysely<Schema>): Promise<(keyof Schema)[]> {
  const { rows } = await sql<{ name: keyof Schema }>`select name from sqlite_master
    where type = 'table' and name not like 'sqlite_%' order by rowid`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !passing.has(name))
}

/** @returns how many rows it copied, from either database into either */
export async function copyTable(
  source: Pick<Database, 'db' | 'kind'>,
  into: Transaction<Schema>,
  table: keyof Schema,
  { only = sql`true`, change = (row) => row, ifMissing = false }: CopyOptions = {},
): Promise<number> {
  // Both databases limit how many values one statement may carry.
  const valuesAtOnce = 10_000
  let copied = 0
  let batch: Row[] = []
  const insertBatch = async () => {
    if (batch.length === 0) return
    const insert = into.insertInto(table).values(batch)
    await (ifMissing ? insert.onConflict((conflict) => conflict.doNothing()) : insert).execute()
    copied += batch.length
    batch = []
  }
  for await (const row of rowsOf(source, table, only)) {
    batch.push(change(row))
    if (batch.length * Object.keys(row).length >= valuesAtOnce) await insertBatch()
  }
  await insertBatch()
  return copied
}

/** Rows of any number in the memory of a few. On PostgreSQL within a transaction. */
async function* rowsOf(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  table: string,
  only: RawBuilder<unknown>,
): AsyncGenerator<Row> {
  const anyTable = db as unknown as Kysely<Record<string, Row>>
  const query = anyTable.selectFrom(table).selectAll().where(only.$castTo<boolean>())
  if (kind === 'sqlite') return yield* query.stream()
  await sql`declare copying no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch 1000 from copying`.execute(db)
    if (rows.length === 0) break
    yield* rows
  }
  await sql`close copying`.execute(db)
}
