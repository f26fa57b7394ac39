import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/databases.ts'
import { remoteSqlite, serveQueries } from './remote-sqlite.ts'

test('what fails within a transaction is told, also where SQLite has rolled back by itself', async () => {
  const { db } = await openTestDatabase('sqlite')
  const remote = remoteSqlite(serveQueries(db))
  const failing = remote.transaction().execute(async (trx) => {
    // As a full disk does.
    await sql`rollback`.execute(trx)
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  expect(await remote.selectFrom('subscribers').selectAll().execute()).toEqual([])
})

test('two transactions at once follow each other', async () => {
  const { db } = await openTestDatabase('sqlite')
  const remote = remoteSqlite(serveQueries(db))
  const write = (key: string) =>
    remote.transaction().execute(async (trx) => {
      const before = await trx.selectFrom('suppressions').select('email_key').execute()
      const reason = before.map(({ email_key }) => email_key).join()
      await trx
        .insertInto('suppressions')
        .values({ email_key: key, reason, created_at: '' })
        .execute()
    })
  await Promise.all([write('one'), write('two')])
  const rows = await remote.selectFrom('suppressions').select('reason').execute()
  expect(rows).toEqual([{ reason: '' }, { reason: 'one' }])
})
