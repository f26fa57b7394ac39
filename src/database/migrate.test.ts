import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dialects, newTarget } from '../../test/support/databases.ts'
import { seedSubscribers } from '../../test/support/subscribers.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
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

for (const dialect of dialects) {
  test(`a release runs on the schema of the next one, so that going back needs no backup (${dialect})`, async () => {
    const target = await newTarget(dialect)
    const next = connect(target)
    await migrate(next)
    await next.db.schema.createTable('from_next').addColumn('id', 'text').execute()
    await next.db.schema.alterTable('subscribers').addColumn('from_next', 'text').execute()
    await sql`insert into migrations (name) values ('9999-next')`.execute(next.db)
    await next.close()
    const own = await openDatabase(target)
    await seedSubscribers(own.db, 1)
    expect(await own.db.selectFrom('subscribers').select('email').execute()).toHaveLength(1)
    await own.close()
  })
}

test('migrations only add', () => {
  const folder = new URL('migrations/', import.meta.url)
  for (const file of readdirSync(folder)) {
    const source = readFileSync(new URL(file, folder), 'utf8')
    expect({ file, takes: /\.(?:drop|rename|alterColumn)\w*\(/.exec(source) }).toEqual({
      file,
      takes: null,
    })
  }
})
