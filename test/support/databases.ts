import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connect, type Database, type Target } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'

export const dialects = ['sqlite', 'postgres'] as const

export type DialectName = (typeof dialects)[number]

/** An empty database that nobody else uses. */
export async function newTarget(dialect: DialectName): Promise<Target> {
  if (dialect === 'sqlite') {
    return { kind: 'sqlite', file: join(mkdtempSync(join(tmpdir(), 'site-')), 'site.db') }
  }
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: `${server}/postgres` })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return { kind: 'postgres', url: `${server}/${name}` }
}

/** An empty, migrated database that nobody else uses. */
export async function openTestDatabase(dialect: DialectName): Promise<Database> {
  if (dialect === 'postgres') return await openReset()
  const { file } = (await newTarget(dialect)) as { file: string }
  copyFileSync(await (migratedFile ??= newMigratedFile()), file)
  const database = connect({ kind: dialect, file })
  onTestFinished(() => database.close())
  // Kysely opens it with the first question.
  await sql`select 1`.execute(database.db)
  return database
}

let migratedFile: Promise<string> | undefined

async function newMigratedFile(): Promise<string> {
  const target = await newTarget('sqlite')
  const database = connect(target)
  await migrate(database)
  await database.close()
  return (target as { file: string }).file
}

/** A database as its migrations left it. */
interface State {
  database: Database
  parts: unknown[]
  rows: Map<string, Record<string, unknown>[]>
}

const free: State[] = []

/** To make a PostgreSQL database takes half a second: when a test ends, the next one gets its own. */
async function openReset(): Promise<Database> {
  const state = free.pop() ?? (await newState())
  const { database } = state
  onTestFinished(async () => {
    if (await isReset(state)) free.push(state)
    else await database.close()
  })
  return database
}

async function newState(): Promise<State> {
  const database = await openMigrated('postgres')
  const parts = await partsOf(database)
  const rows: State['rows'] = new Map()
  for (const { kind, name } of parts) {
    if (kind !== 'r') continue
    const found = sql<Record<string, unknown>>`select * from ${sql.table(name)}`
    rows.set(name, (await found.execute(database.db)).rows)
  }
  return { database, parts, rows }
}

/** Not where the test closed it, or changed more than rows. */
async function isReset({ database, parts, rows }: State): Promise<boolean> {
  try {
    if (!isDeepStrictEqual(await partsOf(database), parts)) return false
    await database.db.transaction().execute(async (trx) => {
      for (const name of rows.keys()) await sql`delete from ${sql.table(name)}`.execute(trx)
      for (const [name, before] of rows) {
        if (before.length > 0)
          await trx
            .insertInto(name as never)
            .values(before)
            .execute()
      }
    })
    return true
  } catch {
    return false
  }
}

/** Tables and indexes, the youngest first: what refers to another comes before it. */
async function partsOf({ db }: Database) {
  const found = sql<{ kind: string; name: string; made: string }>`
    select relkind as kind, relname as name,
      concat_ws(' ', oid, relnatts, relchecks, relhastriggers, reltuples) as made
    from pg_class where relnamespace = 'public'::regnamespace order by oid desc`
  return (await found.execute(db)).rows
}

async function openMigrated(dialect: DialectName): Promise<Database> {
  const database = connect(await newTarget(dialect))
  await migrate(database)
  return database
}

const shared = new Map<DialectName, Promise<Database>>()

/** One for all the tests of a worker that leave nothing behind; it ends with the worker. */
export async function sharedTestDatabase(dialect: DialectName): Promise<Database> {
  if (!shared.has(dialect)) shared.set(dialect, openMigrated(dialect))
  return await shared.get(dialect)!
}
