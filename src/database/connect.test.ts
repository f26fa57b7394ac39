import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newTarget, openTestDatabase } from '../../test/support/databases.ts'
import { connect } from './connect.ts'

test('SQLite has a commit on the disk before it says so, and readers do not wait for writers', async () => {
  const { db } = await openTestDatabase('sqlite')
  const pragma = async (name: string) => (await sql.raw(`pragma ${name}`).execute(db)).rows
  expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }])
  expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }])
  expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }])
})

test('whoever waits for many writers of SQLite, one after the other, gets a turn each time', async () => {
  const { file } = await newTarget('sqlite')
  const target = { kind: 'sqlite', file: join(dirname(file), 'data/site.db') } as const
  const [ours, theirs] = [connect(target), connect(target)]
  expect(statSync(dirname(target.file)).mode & 0o777).toBe(0o700)
  onTestFinished(async () => {
    await ours.close()
    await theirs.close()
  })
  // Twice as fast, so that it takes half the time.
  const now = performance.now.bind(performance)
  const hurrying = vi.spyOn(performance, 'now').mockImplementation(() => 2 * now())
  onTestFinished(() => hurrying.mockRestore())
  // Longer than anybody waits for one writer.
  const endsAt = performance.now() + 7000
  while (performance.now() < endsAt) {
    const { promise: isWritten, resolve: write } = Promise.withResolvers<void>()
    const writing = theirs.db.transaction().execute(() => isWritten)
    const waiting = ours.db.transaction().execute(async () => {})
    await sleep(5)
    write()
    await Promise.all([writing, waiting])
  }
})
