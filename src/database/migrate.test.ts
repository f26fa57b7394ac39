import { expect, test } from 'vitest'
import { dialects, newTarget } from '../../test/support/databases.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

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
