import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { testProof } from '../../test/support/test-proof.ts'
import { recordBackup } from '#database/backup-record.ts'
import { checkBackup, checkDatabase, checkDisk, checkPermissions } from './check-storage.ts'

const now = new Date('2026-06-30T09:00:00.000Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

for (const dialect of dialects) {
  test(`doctor warns about a backup older than the privacy policy allows (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const kept = join(mkdtempSync(join(tmpdir(), 'kept-')), 'kept.db')
    writeFileSync(kept, '')
    const old = new Date('2026-03-01T00:00:00.000Z')
    await recordBackup(db, '/nowhere/deleted.db', testProof(old))
    await recordBackup(db, '/nowhere/young.db', testProof(hoursAgo(6)))
    expect(await checkBackup(db, now)).toMatchObject({
      level: 'ok',
      message: 'last proven 2026-06-30 03:00 UTC, 1,204 subscribers, in /nowhere/young.db',
    })
    await recordBackup(db, kept, testProof(new Date('2026-04-01T00:00:00.000Z')))
    const { level, message } = await checkBackup(db, now)
    expect(level).toBe('warning')
    expect(message.split('\n').slice(1)).toEqual([kept])
  })

  test(`doctor fails after two nights without a proven backup, and at once if the newest failed (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    expect(await checkBackup(db, now)).toMatchObject({ level: 'warning', message: 'never made' })
    await recordBackup(db, '/b/1.db', testProof(hoursAgo(29)))
    expect(await checkBackup(db, now)).toMatchObject({ level: 'ok' })
    const unproven = testProof(hoursAgo(6), { proven_at: null, failure: 'It is damaged.' })
    await recordBackup(db, '/b/2.db', unproven)
    expect(await checkBackup(db, now)).toMatchObject({
      level: 'failure',
      message: 'last proven 2026-06-29 04:00 UTC, 1,204 subscribers, in /b/1.db\nIt is damaged.',
    })
    await recordBackup(db, '/b/2.db', { ...unproven, failure: null })
    expect(await checkBackup(db, now)).toMatchObject({ level: 'ok' })
    expect(await checkBackup(db, hoursAgo(-22))).toMatchObject({ level: 'failure' })
  })
}

test('doctor fails on a database of another program or of a newer version', async () => {
  const madeBy = async (statements: string) => {
    const file = join(mkdtempSync(join(tmpdir(), 'other-')), 'other.db')
    new SQLite(file).exec(statements).close()
    const before = readFileSync(file)
    const finding = await checkDatabase({ kind: 'sqlite', file }, dirname(file))
    expect(readFileSync(file).equals(before)).toBe(true)
    return finding
  }
  const foreign = await madeBy('create table invoices (id integer)')
  expect(foreign).toMatchObject({ level: 'failure', message: 'belongs to another program' })
  const newer = await madeBy(`create table site_migrations (name text);
    insert into site_migrations values ('0001-foundation'), ('9999-breaking-next')`)
  expect(newer).toMatchObject({
    level: 'failure',
    message: expect.stringContaining('9999-breaking-next'),
  })
})

test('doctor tells a lost database from one that is still to be made', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'lost-'))
  const check = () => checkDatabase({ kind: 'sqlite', file: join(dir, 'site.db') }, dir)
  expect(await check()).toMatchObject({ level: 'warning' })
  writeFileSync(join(dir, 'secret'), '')
  expect(await check()).toMatchObject({
    level: 'failure',
    message: expect.stringContaining('is missing, although a site has run here'),
  })
})

test('doctor fails if any user can read the files, unless their folder is private', () => {
  const dir = mkdtempSync(join(tmpdir(), 'open-'))
  const secret = join(dir, 'secret')
  writeFileSync(secret, '', { mode: 0o644 })
  chmodSync(dir, 0o755)
  const { level, message } = checkPermissions(dir, join(dir, 'site.db'))
  expect([level, message]).toEqual(['failure', `any user of this machine can read ${secret}`])
  chmodSync(dir, 0o700)
  expect(checkPermissions(dir, undefined)).toMatchObject({ level: 'ok' })
})

test('less than 1 GB of free disk is a failure with SQLite, and a warning with PostgreSQL', () => {
  const sqlite = { diskDir: '/data', database: { kind: 'sqlite', file: '/data/site.db' } } as const
  const postgres = {
    diskDir: '/data',
    database: { kind: 'postgres', url: 'postgres://x' },
  } as const
  expect(checkDisk(sqlite, () => 1)).toMatchObject({ level: 'ok' })
  const message = '0.9 GB free for /data: the forms answer 503 below 1 GB'
  expect(checkDisk(sqlite, () => 0.94)).toMatchObject({ level: 'failure', message })
  expect(checkDisk(postgres, () => 0.94)).toMatchObject({ level: 'warning' })
})
