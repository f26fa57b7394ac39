import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dialects, newTarget, type DialectName } from '../../test/support/databases.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openDatabase } from './open-database.ts'

test('migrations run once if several processes start at the same time', async () => {
  const target = await newTarget('postgres')
  const databases = Array.from({ length: 5 }, () => connect(target))
  await Promise.all(databases.map((database) => migrate(database)))
  const { rows } = await sql`select name from site_migrations`.execute(databases[0]!.db)
  expect(rows).toEqual(Object.keys(migrations).map((name) => ({ name })))
  await Promise.all(databases.map((database) => database.close()))
})

test('a PostgreSQL database with only extension views and other schemas counts as empty', async () => {
  const target = await newTarget('postgres')
  const database = connect(target)
  await sql`create view pg_stat_statements as select 1 as calls`.execute(database.db)
  await sql`create schema storage`.execute(database.db)
  await sql`create table storage.migrations (id integer)`.execute(database.db)
  await database.close()
  const own = await openDatabase(target)
  expect(await own.db.selectFrom('subscribers').selectAll().execute()).toEqual([])
  await own.close()
})

test('a SQLite database with only internal tables counts as empty', async () => {
  const target = await newTarget('sqlite')
  const database = connect(target)
  await sql`create table dropped (id integer primary key autoincrement)`.execute(database.db)
  await sql`drop table dropped`.execute(database.db)
  await database.close()
  const own = await openDatabase(target)
  expect(await own.db.selectFrom('subscribers').selectAll().execute()).toEqual([])
  await own.close()
})

const indexesOnPostgres = [
  'create index subscribers_by_address on subscribers (email_key text_pattern_ops)',
  'create index messages_by_address on messages (email_key text_pattern_ops)',
]
const firstRelease = readFileSync(
  import.meta.dirname + '/../../test/support/schema-1.0.0.sql',
  'utf8',
)

/** Its tables with their columns, and the names of its indexes, without those of Kysely's Migrator. */
async function schemaOf({ db, kind }: Database) {
  const indexes =
    kind === 'postgres'
      ? sql`select indexname as name from pg_indexes where schemaname = current_schema() order by 1`
      : sql`select name from sqlite_master where type = 'index' order by 1`
  const isOwn = ({ name }: { name: string }) => !name.includes('site_migration')
  const { rows } = await indexes.$castTo<{ name: string }>().execute(db)
  const tables = (await db.introspection.getTables()).filter(isOwn)
  const columns = tables.map((table) => ({
    name: table.name,
    columns: table.columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }))
  return { columns, indexes: rows.filter(isOwn) }
}

/** A database that a later release has migrated. */
async function migratedByNext(dialect: DialectName, migration: string) {
  const target = await newTarget(dialect)
  const next = await openDatabase(target)
  await next.db.schema.createTable('from_next').addColumn('id', 'text').execute()
  await next.db.schema.alterTable('subscribers').addColumn('from_next', 'text').execute()
  await sql`insert into site_migrations (name, timestamp) values (${migration}, '')`.execute(
    next.db,
  )
  await next.close()
  return target
}

for (const dialect of dialects) {
  test(`a database of release 1.0.0 is upgraded to what a new one is, with its rows (${dialect})`, async () => {
    const target = await newTarget(dialect)
    const old = connect(target)
    for (const statement of firstRelease
      .replace(/^--.*/, '')
      .split(';')
      .filter((one) => one.trim())) {
      await sql.raw(statement).execute(old.db)
    }
    const onlyOnPostgres = dialect === 'postgres' ? indexesOnPostgres : []
    for (const statement of onlyOnPostgres) await sql.raw(statement).execute(old.db)
    await sql`create table site_migrations (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      old.db,
    )
    // Kysely's Migrator reads the time as soon as there is another migration to run.
    await sql`insert into site_migrations values ('0001-foundation', ${new Date().toISOString()})`.execute(
      old.db,
    )
    await seedSubscribers(old.db, 3)
    await old.close()

    const [upgraded, fresh] = await Promise.all([
      openDatabase(target),
      openDatabase(await newTarget(dialect)),
    ])
    expect(await schemaOf(upgraded)).toEqual(await schemaOf(fresh))
    expect(await upgraded.db.selectFrom('subscribers').select('email').execute()).toHaveLength(3)
    await Promise.all([upgraded.close(), fresh.close()])
  })

  test(`runs on the schema of the next release, so that a rollback needs no backup (${dialect})`, async () => {
    const own = await openDatabase(await migratedByNext(dialect, '9999-next'))
    await seedSubscribers(own.db, 1)
    expect(await own.db.selectFrom('subscribers').select('email').execute()).toHaveLength(1)
    await own.close()
  })

  test(`refuses a schema with an unknown breaking migration (${dialect})`, async () => {
    const opening = openDatabase(await migratedByNext(dialect, '9999-breaking-next'))
    await expect(opening).rejects.toThrow(/newer version of this program \(9999-breaking-next\)/)
  })
}

test('a migration may take longer than the statement timeout', async () => {
  const target = await newTarget('postgres')
  const busy = connect(target)
  let opening: ReturnType<typeof openDatabase>
  let hasFailed = false
  await busy.db.transaction().execute(async (trx) => {
    // The advisory lock of Kysely's Migrator.
    await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(trx)
    const withTimeouts = `${target.url}?statement_timeout=1000&query_timeout=1000`
    opening = openDatabase({ kind: 'postgres', url: withTimeouts })
    opening.catch(() => (hasFailed = true))
    await sql`select pg_sleep(1.5)`.execute(trx)
    expect(hasFailed).toBe(false)
  })
  await (await opening!).close()
  await busy.close()
})
