import { renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newTarget, openTestDatabase } from '../../test/support/databases.ts'
import { connect } from './connect.ts'

test('SQLite runs with synchronous=FULL, WAL and foreign keys', async () => {
  const { db } = await openTestDatabase('sqlite')
  const pragma = async (name: string) => (await sql.raw(`pragma ${name}`).execute(db)).rows
  expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }])
  expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }])
  expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }])
})

test('connect creates the data folder with mode 0700', async () => {
  const { file } = await newTarget('sqlite')
  const target = { kind: 'sqlite', file: join(dirname(file), 'data/site.db') } as const
  await connect(target).close()
  expect(statSync(dirname(target.file)).mode & 0o777).toBe(0o700)
})

test('reports the error that made SQLite roll back a transaction by itself', async () => {
  const { db } = await openTestDatabase('sqlite')
  await sql`pragma max_page_count = 1`.execute(db)
  const filling = db.transaction().execute(async (trx) => {
    await sql`insert into backups values ('now', ${'x'.repeat(10_000_000)})`.execute(trx)
  })
  await expect(filling).rejects.toThrow('database or disk is full')
})

test.each([
  ['deleted', (file: string) => rmSync(file)],
  ['replaced', (file: string) => renameSync(`${file}.other`, file)],
])('nothing more is written into a file that was %s', async (_, lose) => {
  const target = await newTarget('sqlite')
  await using other = connect({ kind: 'sqlite', file: `${target.file}.other` })
  await using database = connect(target)
  for (const { db } of [database, other]) await sql`create table kept (id)`.execute(db)
  lose(target.file)
  const write = () => sql`insert into kept values (1)`.execute(database.db)
  const transact = () => database.db.transaction().execute((trx) => sql`select 1`.execute(trx))
  for (const attempt of [write, transact, write])
    await expect(attempt()).rejects.toThrow(/was deleted or replaced while in use/)
})
