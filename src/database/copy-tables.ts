import { sql, type Kysely } from 'kysely'
import { heedSignals } from './cleaning-up.ts'
import type { Database } from './connect.ts'
import { countRows, readPages } from './read-pages.ts'
import type { Db, Schema, Trx } from './schema.ts'

/** Told now and then how many rows are copied, and of how many. */
export type CopyProgress = (copied: number, total: number) => void

/** What describes this machine and its processes, not what they know: it is not for another one. */
const passing = new Set<string>([
  'site_migrations',
  'site_migration_lock',
  'lease',
  'mail_pace',
  'rate_limits',
  'server_settings',
  'backups',
])

/** The tables that a backup holds, each after those it refers to: in that order they were made. */
export async function storedTables(db: Db): Promise<(keyof Schema)[]> {
  const { rows } = await sql<{ name: keyof Schema }>`select name from sqlite_master
    where type = 'table' and name not like 'sqlite_%' order by rowid`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !passing.has(name))
}

/** @returns how many rows it copied, from either database into either */
export async function copyTables(
  source: Pick<Database, 'db' | 'kind'>,
  into: Trx,
  tables: (keyof Schema)[],
  onCopied: CopyProgress = () => {},
): Promise<number> {
  const from = source.db as unknown as Kysely<Record<string, Record<string, unknown>>>
  let total = 0
  for (const table of tables) total += await countRows(from.selectFrom(table))
  let copied = 0
  for (const table of tables) {
    for await (const page of readPages(source, from.selectFrom(table).selectAll())) {
      await into.insertInto(table).values(page).execute()
      copied += page.length
      onCopied(copied, total)
      await heedSignals()
    }
  }
  return copied
}
