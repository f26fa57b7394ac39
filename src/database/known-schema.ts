import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { UserError } from '#user-error.ts'
import { withFileInErrors } from './backup-record.ts'
import { openReadOnly } from './connect.ts'
import { migrations } from './migrations.ts'

interface SchemaObject {
  type: string
  name: string
  sql: string | null
  rootpage: number
}

/**
 * Rejects a file with anything but the tables and indexes of our migrations, before a row of it is read: a trigger
 * or a view in a crafted backup would run during the restore.
 */
export async function assertKnownSchema(file: string): Promise<void> {
  const known = await knownStatements()
  await withFileInErrors(file, 'cannot be read as a backup', () => {
    using database = openReadOnly(file)
    const objects = objectsIn(database)
    const unknown = objects.filter((one) => !isKnown(one, known))
    if (unknown.length === 0) return
    if (!objects.some(({ name }) => name === 'site_migrations')) {
      throw new UserError(`${file} is a database, but not a backup of this site.`)
    }
    const names = unknown.slice(0, 5).map(({ type, name }) => `${type} ${name}`)
    throw new UserError(
      `${file} was made by a newer version, or somebody has changed it: it holds ${names.join(', ')}, which this version doesn't know.\nUse the version that made it, or another backup.`,
    )
  })
}

/** The statements of all tables and indexes, after each of the migrations. */
async function knownStatements(): Promise<Set<string>> {
  using database = Object.assign(new SQLite(':memory:'), {
    [Symbol.dispose]: () => void database.close(),
  })
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) })
  const known = new Set<string>()
  for (const migration of Object.values(migrations)) {
    await migration.up(db)
    for (const { sql } of objectsIn(database)) known.add(oneLine(sql))
  }
  return known
}

function objectsIn(database: SQLite.Database): SchemaObject[] {
  return database.prepare('select type, name, sql, rootpage from sqlite_master').all() as never
}

function isKnown({ type, name, sql, rootpage }: SchemaObject, known: Set<string>): boolean {
  // Triggers, views and virtual tables have no root page.
  if (rootpage === 0) return false
  // The index of a primary key or unique column.
  if (sql === null) return type === 'index'
  return known.has(oneLine(sql)) || (libraryTables.has(name) && isPlainTable(name, oneLine(sql)))
}

/** With nothing that SQLite would compute: no generated column, no check. */
function isPlainTable(name: string, sql: string): boolean {
  const [, tableName, columns = ''] = /^create table "?(\w+)"? ?\((.*)\)$/i.exec(sql) ?? []
  return tableName === name && columns.split(',').every((column) => plainColumn.test(column.trim()))
}

const plainColumn = /^[\w"]+(?: (?:varchar\(255\)|integer|default 0|not null|primary key))*$/i

/** Made by Kysely's migrator and by SQLite's `analyze`: their statements may change with the library. */
const libraryTables = new Set([
  'site_migrations',
  'site_migration_lock',
  'sqlite_stat1',
  'sqlite_stat4',
])

function oneLine(sql: string | null): string {
  return (sql ?? '').replace(/\s+/g, ' ')
}
