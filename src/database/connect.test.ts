import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/databases.ts'

test('SQLite has a commit on the disk before it says so, and readers do not wait for writers', async () => {
  const { db } = await openTestDatabase('sqlite')
  const pragma = async (name: string) => (await sql.raw(`pragma ${name}`).execute(db)).rows
  expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }])
  expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }])
  expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }])
})
