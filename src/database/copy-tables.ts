import { constants } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Database } from './connect.ts'
import { countRows, readInBatches } from './read-rows.ts'
import type { Db, Schema, Trx } from './schema.ts'

export type CopyProgress = (copied: number, total: number) => void

/** Tables about this machine and its processes: not part of a backup. */
const machineTables = new Set<string>([
  'site_migrations',
  'site_migration_lock',
  'lease',
  'server_settings',
])

/** Known to the owner as backups, not as rows: restored, but neither counted nor a reason to reject a restore. */
export const backupRecords = ['backups', 'backup_proofs'] as const satisfies (keyof Schema)[]

/** The tables of a backup in the order of their creation: each after those it refers to. */
export async function storedTables(db: Db): Promise<(keyof Schema)[]> {
  const { rows } = await sql<{ name: keyof Schema }>`select name from sqlite_master
    where type = 'table' and name not like 'sqlite_%' order by rowid`.execute(db)
  const isStored = (name: keyof Schema) =>
    !machineTables.has(name) && !backupRecords.some((record) => record === name)
  return rows.map(({ name }) => name).filter(isStored)
}

/** Copies from either kind of database into either. @returns the number of rows */
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
    for await (const page of readInBatches(source, from.selectFrom(table).selectAll())) {
      // A running server has stored its own consent texts already.
      const insert = into.insertInto(table).values(page)
      await insert.onConflict((conflict) => conflict.doNothing()).execute()
      copied += page.length
      onCopied(copied, total)
      await handlePendingSignals()
    }
  }
  return copied
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs `cleanUp` after the work, even if a signal ends the process midway. */
export async function withCleanUp<T>(cleanUp: () => void, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])
  for (const signal of signals) process.on(signal, end)
  process.on('exit', cleanUp)
  try {
    return await work()
  } finally {
    await handlePendingSignals()
    for (const signal of signals) process.off(signal, end)
    process.off('exit', cleanUp)
    cleanUp()
  }
}

/** Lets the handlers of pending signals run: SQLite blocks the event loop. */
export async function handlePendingSignals(): Promise<void> {
  await setImmediate()
}
