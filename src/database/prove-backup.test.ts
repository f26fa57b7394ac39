import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { proofIn } from './backup-record.ts'
import { makeBackup } from './make-backup.ts'
import { proveBackup } from './prove-backup.ts'

const secret = 'a secret of at least 32 characters'
const now = new Date('2026-06-30T03:00:00.000Z')

test.each(dialects)(
  'a backup is proven by a restore, and fails its proof if a row is missing or its secret is another (%s)',
  async (dialect) => {
    const { db, target } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3)
    const file = join(mkdtempSync(join(tmpdir(), 'proof-test-')), 'site.db')
    await makeBackup(target, file, { secret, now })
    expect(proofIn(file)).toMatchObject({ subscribers: 3, messages: 0, total: 3, proven_at: null })
    const scratch = mkdtempSync(join(tmpdir(), 'scratch-'))
    vi.stubEnv('TMPDIR', scratch)
    await proveBackup(file, { secrets: [secret], now })
    const another = proveBackup(file, { secrets: ['another'], now })
    await expect(another).rejects.toThrow('another SECRET')
    new SQLite(file).exec('delete from subscribers where rowid = 1').close()
    const proof = proveBackup(file, { secrets: [secret], now })
    await expect(proof).rejects.toThrow(
      '3 rows in all. Its restore has 2 subscribers, 0 messages, 2',
    )
    expect(readdirSync(scratch)).toEqual([])
    vi.unstubAllEnvs()
  },
)
