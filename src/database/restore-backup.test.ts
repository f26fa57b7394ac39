import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dialects, openTestDatabase, type DialectName } from '../../test/support/databases.ts'
import { testAppOn } from '../../test/support/test-app.ts'
import { lastBackup } from './backup-record.ts'
import type { Database } from './connect.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const post = (fields: object) => ({
  method: 'POST',
  body: JSON.stringify(fields),
  headers: { 'content-type': 'application/json' },
})

/** A site, and how to back it up. */
async function openSite(dialect: DialectName) {
  const database = await openTestDatabase(dialect)
  const app = testAppOn(database)
  await app.processInbox()
  const { secret, clock } = app.settings
  const backUp = async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'backup-')), 'backup.db')
    await makeBackup(database.target, file, { secret, now: clock() })
    return file
  }
  return { ...app, backUp }
}

const restore = (database: Database, file: string, since: string) =>
  restoreBackup(database, file, { secrets: [], since, now: new Date(), finish: async () => {} })

describe.each(dialects)('restore --since (%s)', (dialect) => {
  test('brings back submissions that were answered and not processed yet', async () => {
    const site = await openSite(dialect)
    await site.request('/contact', post({ email: 'before@example.com' }))
    const file = await site.backUp()
    await site.request('/contact', post({ email: 'ada@example.com' }))
    const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }
    await site.request('/contact', post(message))
    // The texts of a release after the backup.
    await sql`update consent_texts set hash = 'new' || hash`.execute(site.db)
    const naming = sql`replace(payload, '"line_hash":"', '"line_hash":"new')`
    const payload = sql<string>`replace(${naming}, '"privacy_hash":"', '"privacy_hash":"new')`
    const changed = site.db.updateTable('submissions').set({ payload })
    await changed.where('email_key', '=', message.email).execute()
    const restored = await openTestDatabase(dialect)
    await restore(restored, file, await site.backUp())
    const again = testAppOn(restored)
    await again.processInbox()
    expect(again.errors()).toEqual([])
    expect(await again.rows()).toMatchObject({
      messages: [message],
      subscribers: [{ email: 'ada@example.com' }, { email: 'before@example.com' }],
    })
  })

  test('lists the backups that the old database knows, and the restored one', async () => {
    const site = await openSite(dialect)
    const file = await site.backUp()
    const made_at = site.settings.clock().toISOString()
    site.passDays(1)
    const since = await site.backUp()
    const restored = await openTestDatabase(dialect)
    await restore(restored, file, since)
    const backups = await restored.db.selectFrom('backups').selectAll().orderBy('made_at').execute()
    expect(backups).toMatchObject([{ made_at, file }, { file: since }])
    expect(await lastBackup(restored.db)).toMatchObject({ file: since })
  })
})
