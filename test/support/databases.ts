import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { connect, type Database, type Target } from '#database/connect.ts'
import { openDatabase } from '#database/open-database.ts'
import type { Db, Trx } from '#database/schema.ts'

export const dialects = ['sqlite', 'postgres'] as const

export type DialectName = (typeof dialects)[number]

type TargetOf<Name extends DialectName> = Extract<Target, { kind: Name }>

/** An empty database for one test. */
export async function newTarget<Name extends DialectName>(dialect: Name) {
  const target: Target =
    dialect === 'sqlite'
      ? { kind: 'sqlite', file: join(mkdtempSync(join(tmpdir(), 'site-')), 'site.db') }
      : { kind: 'postgres', url: await createPostgresDatabase() }
  return target as TargetOf<Name>
}

async function createPostgresDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return new URL(name, server).href
}

/** An empty, migrated database for one test. */
export async function openTestDatabase<Name extends DialectName>(dialect: Name) {
  const database = dialect === 'sqlite' ? await openCopy() : await openReset()
  return database as Database & { target: TargetOf<Name> }
}

let migratedFile: Promise<string> | undefined

async function openCopy() {
  const target = await newTarget('sqlite')
  copyFileSync(await (migratedFile ??= newMigratedFile()), target.file)
  const database = connect(target)
  onTestFinished(() => database.close())
  // Kysely connects on the first query.
  await sql`select 1`.execute(database.db)
  return { ...database, target }
}

async function newMigratedFile(): Promise<string> {
  const target = await newTarget('sqlite')
  await (await openDatabase(target)).close()
  return target.file
}

const idleDatabases: Awaited<ReturnType<typeof newResettable>>[] = []

/** Creating a PostgreSQL database takes half a second, so the next test reuses it. */
async function openReset() {
  const database = idleDatabases.pop() ?? (await newResettable())
  onTestFinished(async () => {
    // False or an error if the test changed the schema or closed the database.
    if (await database.reset().catch(() => false)) idleDatabases.push(database)
    else await database.close()
  })
  return database
}

async function newResettable() {
  const target = await newTarget('postgres')
  const database = await openDatabase(target)
  const shape = sql`select oid, relnatts, relchecks, relhastriggers, reltuples from pg_class
    where relnamespace = 'public'::regnamespace order by oid`
  const readShape = async () => JSON.stringify((await shape.execute(database.db)).rows)
  const migrated = await readShape()
  const undo = Object.entries(await allRows(database.db)).map(([name, rows]) => {
    const json = pg.escapeLiteral(`[${rows.join()}]`)
    return `delete from ${name};
      insert into ${name} select * from json_populate_recordset(null::${name}, ${json})`
  })
  // One query in one transaction, with foreign keys switched off.
  undo.unshift('set local session_replication_role = replica')
  const reset = async () => {
    if ((await readShape()) !== migrated) return false
    await sql.raw(undo.join(';')).execute(database.db)
    return true
  }
  return { ...database, target, reset }
}

/** Starts `late` while the transaction of `early` is not committed yet, and waits for both. */
export async function during(
  { db, kind }: Database,
  early: (trx: Trx) => Promise<void>,
  late: () => Promise<unknown>,
) {
  let ending: Promise<unknown> | undefined
  await db.transaction().execute(async (trx) => {
    await early(trx)
    ending = late()
    await untilOneWaits({ db, kind })
  })
  await ending
}

/** Waits until a query waits for a transaction that is not committed yet. */
export async function untilOneWaits({ db, kind }: Pick<Database, 'db' | 'kind'>) {
  // SQLite has one writer, so the query waits before it takes a lock.
  if (kind === 'sqlite') return
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const found = async () => (await waiting.execute(db)).rows
  await expect.poll(found, { timeout: 120_000, interval: 10 }).toHaveLength(1)
}

/** Every row of every table, as JSON. */
export async function allRows(db: Db): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const { name } of await db.introspection.getTables()) {
    const found = await sql`select * from ${sql.table(name)}`.execute(db)
    rows[name] = found.rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return rows
}

/** The tables that contain an address, in any case. */
export async function tablesWith(db: Db, emailKey: string): Promise<string[]> {
  const rows = Object.entries(await allRows(db))
  const found = rows.filter(([, all]) => all.join().toLowerCase().includes(emailKey))
  return found.map(([table]) => table).toSorted()
}
