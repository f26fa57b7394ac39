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
