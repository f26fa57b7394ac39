import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dialects, newTarget, type DialectName } from '../../test/support/databases.ts'
import { seedSubscribers } from '../../test/support/subscribers.ts'
import { connect } from './connect.ts'
import { lastBreaking, migrate, migrations } from './migrate.ts'
import { openDatabase } from './open-database.ts'

for (const dialect of dialects) {
  test(`several processes that start at once migrate once (${dialect})`, async () => {
    const target = await newTarget(dialect)
    const databases = Array.from({ length: 5 }, () => connect(target))
    await Promise.all(databases.map((database) => migrate(database)))
    await databases[0]!.db
      .insertInto('rate_limits')
      .values({ client_hash: 'x', minute: 1, count: 1 })
      .execute()
    await migrate(databases[1]!)
    const rows = await databases[2]!.db.selectFrom('rate_limits').selectAll().execute()
    expect(rows).toEqual([{ client_hash: 'x', minute: 1, count: 1 }])
    await Promise.all(databases.map((database) => database.close()))
  })
}

test('an empty PostgreSQL is taken for empty, whatever its host put beside it', async () => {
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

test('an empty SQLite is taken for empty, whatever it has noted for itself', async () => {
  const target = await newTarget('sqlite')
  const database = connect(target)
  await sql`create table given_away (id integer primary key autoincrement)`.execute(database.db)
  await sql`drop table given_away`.execute(database.db)
  await database.close()
  const own = await openDatabase(target)
  expect(await own.db.selectFrom('subscribers').selectAll().execute()).toEqual([])
  await own.close()
})

/** As the next release leaves it. */
async function migratedByNext(dialect: DialectName, needs: string | null) {
  const target = await newTarget(dialect)
  const next = await openDatabase(target)
  await next.db.schema.createTable('from_next').addColumn('id', 'text').execute()
  await next.db.schema.alterTable('subscribers').addColumn('from_next', 'text').execute()
  await sql`insert into migrations (name, needs) values ('9999-next', ${needs})`.execute(next.db)
  await next.close()
  return target
}

for (const dialect of dialects) {
  test(`a release runs on the schema of the next one, so that going back needs no backup (${dialect})`, async () => {
    const own = await openDatabase(await migratedByNext(dialect, lastBreaking))
    await seedSubscribers(own.db, 1)
    expect(await own.db.selectFrom('subscribers').select('email').execute()).toHaveLength(1)
    await own.close()
  })

  test(`but not where that one took something away, or did not say (${dialect})`, async () => {
    for (const needs of ['9998-unknown', null]) {
      const opening = openDatabase(await migratedByNext(dialect, needs))
      await expect(opening).rejects.toThrow(/newer version of this program \(9999-next\)/)
    }
  })
}

test('a migration may take longer than a visitor would wait', async () => {
  const target = await newTarget('postgres')
  const busy = connect(target)
  let opening: ReturnType<typeof openDatabase>
  let hasFailed = false
  await busy.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(20240601)`.execute(trx)
    const hurried = `${target.url}?statement_timeout=1000&query_timeout=1000`
    opening = openDatabase({ kind: 'postgres', url: hurried })
    opening.catch(() => (hasFailed = true))
    await sql`select pg_sleep(1.5)`.execute(trx)
    expect(hasFailed).toBe(false)
  })
  await (await opening!).close()
  await busy.close()
})

test('migrations only add, from the last on that did not', () => {
  const names = Object.keys(migrations)
  for (const name of names.slice(names.indexOf(lastBreaking) + 1)) {
    const takes = /\b(?:drop|rename|alter column|delete from|update)\b/i.exec(
      String(migrations[name]),
    )
    expect({ name, takes }).toEqual({ name, takes: null })
  }
  expect(names.toSorted()).toEqual(names)
})

test('what has shipped is not edited', () => {
  const shipped = Object.entries(migrations).filter(([name]) => name < '0008')
  const hash = createHash('sha256').update(JSON.stringify(shipped)).digest('hex')
  expect(hash).toBe('c23ed809b53256ef4d23cde67be60b5b1ae4a01dc526319c470d80282613137a')
})
