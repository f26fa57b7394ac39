import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../test/support/outbox.ts'
import { startTestBackground } from '../../test/support/test-app.ts'
import { openDatabase } from './open-database.ts'

test('what was erased is in no file of a running server, its journal included', async () => {
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
  // It also does so every minute.
  startTestBackground({ DATA_DIR: dir, SECRET: 's'.repeat(32) })
  await eventually(() => expect(left()).toEqual([]))
})
