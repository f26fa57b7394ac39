import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './connect.ts'
import { migrations } from './migrations.ts'

const tableNames = {
  migrationTableName: 'site_migrations',
  migrationLockTableName: 'site_migration_lock',
}

/** Brings the database up to date. Several processes may call it at once: one works, the others wait. */
export async function migrate({ db }: Pick<Database, 'db'>): Promise<void> {
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider, ...tableNames }).migrateToLatest()
  if (error !== undefined) throw error
}

/** Compares the migrations in a database with ours. 'foreign': it belongs to another program. */
export async function schemaState({ db, kind }: Database) {
  // Only tables, and only in our own schema: hosting providers add views, and tables in other schemas.
  const tables =
    kind === 'postgres'
      ? sql`select tablename as name from pg_tables where schemaname = current_schema()`
      : sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
  const names = (await tables.$castTo<{ name: string }>().execute(db)).rows.map(({ name }) => name)
  if (names.length === 0) return stateAfter([])
  if (!names.includes('site_migrations')) return 'foreign'
  const { rows } = await sql<{ name: string }>`select name from site_migrations`.execute(db)
  const done = rows.map(({ name }) => name)
  // The table stays empty if the first migration failed.
  const isOurs = done.length === 0 || done.includes(Object.keys(migrations)[0]!)
  return isOurs ? stateAfter(done) : 'foreign'
}

function stateAfter(done: string[]) {
  const newer = done.filter((name) => !Object.hasOwn(migrations, name))
  return {
    isEmpty: done.length === 0,
    missing: Object.keys(migrations).filter((name) => !done.includes(name)),
    /** Migrations of a newer version of this program. */
    newer,
    /** Newer migrations that this program cannot run on. */
    breaking: newer.filter((name) => name.includes('-breaking-')),
  }
}
