import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql, type Transaction } from 'kysely'
import { Mendable } from '../mendable.ts'
import { connect, type Database } from './connect.ts'
import { checkIntegrity } from './make-backup.ts'
import { migrate, migrationsOf, newerThanOurs } from './migrate.ts'
import type { Schema } from './schema.ts'
import { storedTables } from './stored-tables.ts'

/**
 * Fills an empty database from a backup of either kind, all or nothing.
 * @param finish runs in the same transaction, before anyone else can see the rows
 * @returns how many rows came back
 */
export async function restoreBackup(
  { db }: Database,
  file: string,
  finish: (trx: Transaction<Schema>) => Promise<void>,
): Promise<number> {
  checkIntegrity(file)
  return await withUpToDateCopy(file, async (source) => {
    const tables = storedTables(source)
    return await db.transaction().execute(async (trx) => {
      for (const name of tables) await mustBeEmpty(trx, name)
      let restored = 0
      for (const name of tables) restored += await copyTable(source, trx, name)
      await finish(trx)
      return restored
    })
  })
}

/** An older backup is migrated first, in a copy: the backup itself is never touched. */
async function withUpToDateCopy<T>(
  file: string,
  read: (source: SQLite.Database) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'restore-'))
  try {
    const copy = join(dir, 'backup.db')
    copyFileSync(file, copy)
    const database = connect({ kind: 'sqlite', file: copy })
    try {
      const done = await migrationsOf(database)
      if (done === 'foreign' || done.length === 0) {
        throw new Mendable(`${file} is a database, but not a backup of this site.`)
      }
      const newer = newerThanOurs(done).map(({ name }) => name)
      if (newer.length > 0) {
        throw new Mendable(`${file} was made by a newer version (${newer.join(', ')}).`)
      }
      await migrate(database)
    } finally {
      await database.close()
    }
    const source = new SQLite(copy, { readonly: true })
    try {
      return await read(source)
    } finally {
      source.close()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function mustBeEmpty(trx: Transaction<Schema>, name: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx)
  if (rows.length === 0) return
  throw new Mendable(
    `The database is not empty (${name} has rows). A backup is restored into an empty one only:\nset DATABASE_URL or DATA_DIR to a new place, or move the old database away first.`,
  )
}

async function copyTable(
  source: SQLite.Database,
  trx: Transaction<Schema>,
  name: string,
): Promise<number> {
  // Both databases limit how many values one statement may carry.
  const valuesAtOnce = 10_000
  let copied = 0
  let batch: Record<string, unknown>[] = []
  const insertBatch = async () => {
    if (batch.length > 0)
      await trx
        .insertInto(name as never)
        .values(batch)
        .execute()
    copied += batch.length
    batch = []
  }
  for (const row of source
    .prepare<[], Record<string, unknown>>(`select * from ${name}`)
    .iterate()) {
    batch.push(row)
    if (batch.length * Object.keys(row).length >= valuesAtOnce) await insertBatch()
  }
  await insertBatch()
  return copied
}
