import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestDatabase } from '../../test/support/databases.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import type { Database, Target } from './connect.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const secret = 'a secret of at least 32 characters'

async function backupOf(target: Target): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'backup-')), 'backup.db')
  await makeBackup(target, file, { secret, now: new Date() })
  return file
}

const restore = (database: Database, file: string, since?: string) =>
  restoreBackup(database, file, {
    now: new Date(),
    secrets: [secret],
    since,
    finish: async () => {},
  })

const recursive = `with recursive n (i) as (select 1 union all select i + 1 from n)
  select count(*) from n`

test.each([
  ['a trigger', 'create trigger t after insert on mail_pauses begin delete from mail_pauses; end'],
  ['a trigger that never ends', `create trigger t after update on letters begin ${recursive}; end`],
  ['a view', `create view v as ${recursive}`],
  ['a view in place of a table', `drop table digests; create view digests as ${recursive}`],
  ['an unknown table', 'create table t (id)'],
  ['a virtual table', 'create virtual table t using fts5 (x)'],
])('a restore rejects a backup with %s, and leaves no copy of it', async (_, statements) => {
  const source = await openTestDatabase('sqlite')
  await seedSubscribers(source.db, 1)
  const [good, file] = [await backupOf(source.target), await backupOf(source.target)]
  const crafted = new SQLite(file)
  crafted.exec(statements)
  crafted.close()
  const database = await openTestDatabase('sqlite')
  // Other tests restore backups at the same time.
  const ownTemp = mkdtempSync(join(tmpdir(), 'own-'))
  vi.stubEnv('TMPDIR', ownTemp)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(restore(database, file)).rejects.toThrow('somebody has changed it')
  await expect(restore(database, good, file)).rejects.toThrow('has changed it')
  expect(readdirSync(ownTemp)).toEqual([])
  expect(await database.db.selectFrom('subscribers').selectAll().execute()).toEqual([])
})
