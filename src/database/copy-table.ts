import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from './connect.ts'
import { countRows, readPages } from './read-pages.ts'
import type { Db, Schema, Trx } from './schema.ts'

type Row = Record<string, unknown>

interface CopyOptions {
  /** Which rows alone. */
  only?: RawBuilder<unknown>
  /** What becomes of a row on its way. */
  change?: (row: never) => Row
  /** Leaves rows alone that are there already. */
  ifMissing?: boolean
  /** Told of each page. */
  onCopied?: ((rows: number) => void) | undefined
}

/** Told now and then how many rows are copied, and of how many. */
export type CopyProgress = (copied: number, total: number) => void

/** What describes this machine and its processes, not what they know: it is not for another one. */
const passing = new Set<string>(['migrations', 'mail_pace', 'rate_limits', 'backups'])

/** The tables that a backup holds, each after those it refers to: in that order they were made. */
export async function storedTables(db: Db): Promise<(keyof Schema)[]> {
  const { rows } = await sql<{ name: keyof Schema }>`select name from sqlite_master
    where type = 'table' and name not like 'sqlite_%' order by rowid`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !passing.has(name))
}

/** @returns adds what was copied to what was copied before, and tells */
export async function countCopied(db: Db, tables: (keyof Schema)[], tell: CopyProgress) {
  let total = 0
  for (const table of tables) total += await countRows(db.selectFrom(table))
  let copied = 0
  return (rows: number) => tell((copied += rows), total)
}

/** @returns how many rows it copied, from either database into either */
export async function copyTable(
  source: Pick<Database, 'db' | 'kind'>,
  into: Trx,
  table: keyof Schema,
  { only = sql`true`, change = (row: Row) => row, ifMissing = false, onCopied }: CopyOptions = {},
): Promise<number> {
  const anyTable = source.db as unknown as Kysely<Record<string, Row>>
  const rows = anyTable.selectFrom(table).selectAll().where(only.$castTo<boolean>())
  let copied = 0
  for await (const page of readPages(source, rows)) {
    const insert = into.insertInto(table).values(page.map(change as (row: Row) => Row))
    await (ifMissing ? insert.onConflict((conflict) => conflict.doNothing()) : insert).execute()
    copied += page.length
    onCopied?.(page.length)
  }
  return copied
}
