import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql, type KyselyPlugin } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { eventually } from '../../test/support/open-outbox.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { startTestBackground } from '../../test/support/test-app.ts'
import { checkpointWal, deleteInBatches } from './delete-in-batches.ts'
import { openDatabase } from './open-database.ts'

for (const dialect of dialects) {
  test(`rows with the same time are deleted in batches of 1,000 (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3500, 'pending')
    const at = '2026-03-01T00:00:00.000Z'
    await db.updateTable('subscribers').set({ asked_at: at }).execute()
    const one = { email: 'b', email_key: 'b', status: 'confirmed' as const, asked_at: at }
    await db
      .insertInto('subscribers')
      .values({ id: 'b', ...one })
      .execute()
    const deleted: number[] = []
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.numAffectedRows !== undefined) deleted.push(Number(result.numAffectedRows))
        return result
      },
    }
    const isDue = sql`status = 'pending' and asked_at < '2026-03-02'`
    await deleteInBatches(db.withPlugin(counting), 'subscribers', 'id', isDue)
    expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(3500)
    expect(Math.max(...deleted)).toBe(1000)
    expect(await db.selectFrom('subscribers').select('status').execute()).toEqual([
      { status: 'confirmed' },
    ])
  })
}

test('a checkpoint does not wait for somebody who reads', async () => {
  const { db, target } = await openTestDatabase('sqlite')
  const reader = new SQLite(target.file)
  onTestFinished(() => void reader.close())
  await seedSubscribers(db, 10, 'pending')
  reader.exec('begin; select * from subscribers')
  await db.deleteFrom('subscribers').execute()
  // Longer than this test may take.
  await sql`pragma busy_timeout = 600000`.execute(db)
  await checkpointWal(db)
  expect((await sql`pragma busy_timeout`.execute(db)).rows).toEqual([{ timeout: 600_000 }])
})

test('while the server runs, a deleted row leaves no bytes in the database file or the WAL', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'erased-'))
  const file = join(dir, 'site.db')
  const database = await openDatabase({ kind: 'sqlite', file })
  onTestFinished(() => database.close())
  const { db } = database
  const given = { email: 'ada@example.com', email_key: 'ada@example.com', message: 'Between us' }
  const row = { id: 'one', name: 'Ada', received_at: '2026-03-01T00:00:00.000Z', ...given }
  await db.insertInto('messages').values(row).execute()
  await db.deleteFrom('messages').execute()
  const left = () =>
    [file, `${file}-wal`].filter((one) => existsSync(one) && readFileSync(one).includes('Between'))
  expect(left()).toEqual([`${file}-wal`])
  startTestBackground({ DATA_DIR: dir, SECRET: 's'.repeat(32) })
  await eventually(() => expect(left()).toEqual([]))
})
