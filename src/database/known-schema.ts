import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { UserError } from '#user-error.ts'
import { withFileInErrors } from './backup-record.ts'
import { openReadOnly } from './connect.ts'
import { migrations } from './migrations.ts'

/**
 * Rejects a file with anything but our tables and their indexes, before a row of it is read: a trigger or a view in a
 * crafted backup would run during the restore.
 */
export async function assertKnownSchema(file: string): Promise<void> {
  const known = await knownTables()
  await withFileInErrors(file, 'cannot be read as a backup', () => {
    using database = openReadOnly(file)
    const tables = namesIn(database, `type = 'table' and name not like 'sqlite!_%' escape '!'`)
    const unknown = tables.filter((name) => !known.has(name)).concat(namesIn(database, isForeign))
    if (unknown.length === 0) return
    if (!tables.includes('site_migrations')) {
      throw new UserError(`${file} is a database, but not a backup of this site.`)
    }
    throw new UserError(
      `${file} was made by a newer version, or somebody has changed it: it holds ${unknown.slice(0, 5).join(', ')}, which this version doesn't know.\nUse the version that made it, or another backup.`,
    )
  })
}

/** Triggers, views and virtual tables. By their statements: their types can be forged. */
const isForeign = `sql not like 'create table %' and sql not like 'create index %'
  and sql not like 'create unique index %'`

/** After each migration: a later one may have dropped a table that an older backup has. */
async function knownTables(): Promise<Set<string>> {
  using database = Object.assign(new SQLite(':memory:'), {
    [Symbol.dispose]: () => void database.close(),
  })
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) })
  const known = new Set(['site_migrations', 'site_migration_lock'])
  for (const migration of Object.values(migrations)) {
    await migration.up(db)
    for (const name of namesIn(database, `type = 'table'`)) known.add(name)
  }
  return known
}

function namesIn(database: SQLite.Database, condition: string): string[] {
  const names = database.prepare(`select name from sqlite_master where ${condition}`).pluck()
  return names.all() as string[]
}
