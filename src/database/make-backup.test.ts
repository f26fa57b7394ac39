import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testProof } from '../../test/support/test-proof.ts'
import { newTarget, openTestDatabase } from '../../test/support/databases.ts'
import { backupMadeAt, proofIn, recordBackup, type BackupProof } from './backup-record.ts'
import { makeBackup, pruneBackups } from './make-backup.ts'
import { openDatabase } from './open-database.ts'

const secret = 'a secret of at least 32 characters'
const now = new Date('2026-06-30T03:00:00.000Z')
const before = new Date('2026-06-01T03:00:00.000Z')
const long = new Date('2026-01-01T03:00:00.000Z')

test('pruning deletes older backups of the same site and name, and nothing else', async () => {
  const target = await newTarget('sqlite')
  await (await openDatabase(target)).close()
  const dir = mkdtempSync(join(tmpdir(), 'prune-'))
  const path = (name: string) => join(dir, name)
  await makeBackup(target, path('site-2026-06-30.db'), { secret, now })
  await makeBackup(target, path('site-2026-01-01.db'), { secret, now: long })
  await makeBackup(target, path('site-2026-06-02.db'), {
    secret,
    now: new Date('2026-06-02T03:00:00Z'),
  })
  await makeBackup(target, path('site-2025-01-01.db'), { secret: 'an earlier secret', now: long })
  await makeBackup(target, path('site-2024-01-01.db'), {
    secret: 'the secret of another site',
    now: long,
  })
  await makeBackup(target, path('before-upgrade.db'), { secret, now: long })
  // A damaged backup still holds personal data.
  const whole = readFileSync(path('site-2026-01-01.db'))
  writeFileSync(path('site-2023-01-01.db'), whole.fill(0x5a, 100))
  utimesSync(path('site-2023-01-01.db'), long, long)
  copyFileSync(target.file, path('site-2022-01-01.db'))
  writeFileSync(path('site-2021-01-01.db'), 'a shopping list')
  mkdirSync(path('site-2020-01-01.db'))
  const { deleted, unrecognized } = pruneBackups(
    path('site-2026-06-30.db'),
    [secret, 'an earlier secret'],
    before,
  )
  expect(deleted.toSorted()).toEqual(
    ['site-2023-01-01.db', 'site-2025-01-01.db', 'site-2026-01-01.db'].map(path),
  )
  expect(unrecognized.toSorted()).toEqual(
    ['site-2021-01-01.db', 'site-2022-01-01.db', 'site-2024-01-01.db'].map(path),
  )
  expect(readdirSync(dir).toSorted()).toEqual([
    'before-upgrade.db',
    'site-2020-01-01.db',
    'site-2021-01-01.db',
    'site-2022-01-01.db',
    'site-2024-01-01.db',
    'site-2026-06-02.db',
    'site-2026-06-30.db',
  ])
})

test('pruning deletes old .partial files of killed backups, and keeps recent ones', () => {
  const dir = mkdtempSync(join(tmpdir(), 'prune-'))
  const path = (name: string) => join(dir, name)
  const left = ['site-1.db.partial', 'site-1.db.partial-journal', 'site-1.db.partial-wal']
  const kept = ['other-1.db.partial', 'site-1.db.partial.txt', 'site-2.db.partial']
  for (const name of [...left, ...kept]) {
    writeFileSync(path(name), 'people')
    utimesSync(path(name), long, long)
  }
  utimesSync(path('site-2.db.partial'), now, now)
  const { deleted, unrecognized } = pruneBackups(path('site-3.db'), [secret], before)
  expect(deleted.toSorted()).toEqual(left.map(path))
  expect(unrecognized).toEqual([])
  expect(readdirSync(dir).toSorted()).toEqual(kept)
})

test('two machines can record a backup at the same time, and a database is dated by its last write', async () => {
  const { db, target } = await openTestDatabase('sqlite')
  for (const machine of ['one', 'two'])
    await recordBackup(db, `/backups/${machine}.db`, testProof(long))
  expect(backupMadeAt(target.file)).toEqual(statSync(target.file).mtime)
})

test('a backup is recorded before its file has its name, because a restore rejects one that is not', async () => {
  const { db, target } = await openTestDatabase('sqlite')
  const file = join(mkdtempSync(join(tmpdir(), 'crash-')), 'site.db')
  const crash = async (proof: BackupProof) => {
    await recordBackup(db, file, proof)
    throw new Error('crash')
  }
  await expect(makeBackup(target, file, { secret, now, record: crash })).rejects.toThrow('crash')
  expect(existsSync(file)).toBe(false)
  expect(await db.selectFrom('backups').selectAll().execute()).toMatchObject([{ file }])
})

test('a backup succeeds after a rollback from a release that added a column to the record of backups', async () => {
  const { db, target } = await openTestDatabase('sqlite')
  await sql`alter table backups add column size integer`.execute(db)
  const file = join(mkdtempSync(join(tmpdir(), 'rollback-')), 'site.db')
  await makeBackup(target, file, { secret, now })
  await recordBackup(db, file, proofIn(file)!)
  expect(backupMadeAt(file)).toEqual(now)
})
