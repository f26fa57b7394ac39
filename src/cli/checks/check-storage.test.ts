import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../../test/support/databases.ts'
import { recordBackup } from '#database/backup-record.ts'
import { checkBackup } from './check-storage.ts'

for (const dialect of dialects) {
  test(`a backup that is kept for longer than the policy says is named (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const now = new Date('2026-06-30T00:00:00.000Z')
    const kept = join(mkdtempSync(join(tmpdir(), 'kept-')), 'kept.db')
    writeFileSync(kept, '')
    await recordBackup(db, '/nowhere/deleted.db', new Date('2026-03-01T00:00:00.000Z'))
    await recordBackup(db, '/nowhere/young.db', new Date('2026-06-29T00:00:00.000Z'))
    expect(await checkBackup(db, now)).toMatchObject({ level: 'ok' })
    await recordBackup(db, kept, new Date('2026-04-01T00:00:00.000Z'))
    const { level, message } = await checkBackup(db, now)
    expect(level).toBe('warning')
    expect(message.split('\n').slice(1)).toEqual([kept])
  })
}
