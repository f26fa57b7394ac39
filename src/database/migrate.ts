import { sql, type Transaction } from 'kysely'
import type { Database } from './connect.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { outbox } from './migrations/0002-outbox.ts'
import { consent } from './migrations/0003-consent.ts'
import { myData } from './migrations/0004-my-data.ts'
import { launch } from './migrations/0005-launch.ts'
import { letters } from './migrations/0006-letters.ts'
import { lookups } from './migrations/0007-lookups.ts'
import { visits } from './migrations/0011-visits.ts'
import type { Schema } from './schema.ts'

export type Migration = (trx: Transaction<Schema>) => Promise<void>

/** In order; a migration that has shipped is never edited. */
const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-outbox': outbox,
  '0003-consent': consent,
  '0004-my-data': myData,
  '0005-launch': launch,
  '0006-letters': letters,
  '0007-lookups': lookups,
  '0011-visits': visits,
}

/** Brings the database up to date. Several processes may call it at once: one works, the others wait. */
export async function migrate({ db, kind }: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // On SQLite the immediate transaction is the lock.
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(20240601)`.execute(trx)
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .execute()
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(trx)
    const done = new Set(rows.map((row) => row.name))
    for (const [name, run] of Object.entries(migrations)) {
      if (done.has(name)) continue
      await run(trx)
      await sql`insert into migrations (name) values (${name})`.execute(trx)
    }
  })
}

/** Migrations that the database still lacks; all of them, before the first start. */
export async function missingMigrations(database: Database): Promise<string[]> {
  const done = await migrationsOf(database)
  return Object.keys(migrations).filter((name) => !done.includes(name))
}

/** Migrations of a newer version of this program: it only adds, so ours works with them. */
export function newerThanOurs(done: string[]): string[] {
  return done.filter((name) => !Object.hasOwn(migrations, name))
}

/** What has been done to a database; nothing to an empty one. */
export async function migrationsOf({ db }: Database): Promise<string[] | 'foreign'> {
  const tables = await db.introspection.getTables()
  if (tables.length === 0) return []
  if (!tables.some((table) => table.name === 'migrations')) return 'foreign'
  const { rows } = await sql<Record<string, string>>`select * from migrations`.execute(db)
  const done = rows.map((row) => row['name'] ?? '')
  return done.includes(Object.keys(migrations)[0]!) ? done : 'foreign'
}
