import { accessSync, constants, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { Mendable } from '../mendable.ts'
import { connect, type Target } from './connect.ts'
import { migrate } from './migrate.ts'
import { readSnapshot } from './read-snapshot.ts'
import { storedTables } from './stored-tables.ts'

/**
 * One consistent moment of the database as one SQLite file, whichever database it comes from, so that
 * it can be restored into either. The file appears under its name only when it is whole and checked.
 */
export async function makeBackup(target: Target, file: string): Promise<void> {
  if (existsSync(file)) throw new Mendable(`${file} exists already. Choose another name.`)
  // SQLite would not say which file it is that cannot be made.
  accessSync(dirname(file), constants.W_OK)
  const draft = `${file}.partial`
  rmSync(draft, { force: true })
  try {
    if (target.kind === 'sqlite') await copySqlite(target.file, draft)
    else await copyPostgres(target, draft)
    checkIntegrity(draft)
    renameSync(draft, file)
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${draft}${suffix}`, { force: true })
  }
}

/** @throws Mendable when the file is damaged or no database at all */
export function checkIntegrity(file: string): void {
  const database = new SQLite(file, { readonly: true, fileMustExist: true })
  try {
    const answer = database.pragma('integrity_check', { simple: true })
    const broken = database.pragma('foreign_key_check') as unknown[]
    if (answer !== 'ok' || broken.length > 0) throw new Mendable(`${file} is damaged.`)
  } catch (error) {
    if (error instanceof Mendable) throw error
    throw new Mendable(`${file} is not a backup: ${(error as Error).message}.`)
  } finally {
    database.close()
  }
}

async function copySqlite(file: string, draft: string): Promise<void> {
  const source = new SQLite(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    // All pages in one step: a writer between two steps would make the copy begin again.
    await source.backup(draft, { progress: () => 2 ** 31 - 1 })
  } finally {
    source.close()
  }
  asSingleFile(draft)
}

async function copyPostgres(target: Target, draft: string): Promise<void> {
  const empty = connect({ kind: 'sqlite', file: draft })
  await migrate(empty)
  await empty.close()
  const copy = new SQLite(draft)
  try {
    copy.pragma('synchronous = OFF')
    await readSnapshot(target, async (db) => {
      for (const name of storedTables(copy)) {
        await sql`declare copying no scroll cursor for select * from ${sql.table(name)}`.execute(db)
        for (;;) {
          const { rows } = await sql<Record<string, unknown>>`fetch 1000 from copying`.execute(db)
          if (rows.length === 0) break
          insertRows(copy, name, rows)
        }
        await sql`close copying`.execute(db)
      }
    })
  } finally {
    copy.close()
  }
  asSingleFile(draft)
}

function insertRows(database: SQLite.Database, name: string, rows: Record<string, unknown>[]) {
  const columns = Object.keys(rows[0]!)
  const insert = database.prepare(
    `insert into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  database.transaction(() => {
    for (const row of rows) insert.run(columns.map((column) => row[column]))
  })()
}

function asSingleFile(file: string): void {
  const database = new SQLite(file)
  database.pragma('journal_mode = DELETE')
  database.close()
}
