import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { dialects, newTarget, openTestDatabase } from '../../test/support/databases.ts'
import { seedSubscribers } from '../../test/support/subscribers.ts'
import { connect } from './connect.ts'
import { makeBackup } from './make-backup.ts'
import { migrate } from './migrate.ts'
import { restoreBackup } from './restore-backup.ts'

function newFile() {
  return join(mkdtempSync(join(tmpdir(), 'backup-')), 'backup.db')
}

for (const dialect of dialects) {
  test(`a backup taken while others write is one consistent moment (${dialect})`, async () => {
    const target = await newTarget(dialect)
    const database = connect(target)
    await migrate(database)
    await seedSubscribers(database.db, 3000)
    const work = { isDone: false, pairs: 0 }
    // A message and a quarantine row always come together.
    const writing = (async () => {
      while (!work.isDone) {
        const row = { name: 'x', email: 'x', email_key: 'x', message: 'x', received_at: 'x' }
        await database.db.transaction().execute(async (trx) => {
          await trx
            .insertInto('messages')
            .values({ id: crypto.randomUUID(), ...row })
            .execute()
          await trx
            .insertInto('quarantine')
            .values({ id: crypto.randomUUID(), kind: 'message', ...row })
            .execute()
        })
        work.pairs += 1
        // Without a pause SQLite, which answers at once, would leave no time to anyone else.
        await sleep(1)
      }
    })()
    while (work.pairs < 3) await sleep(5)
    const file = newFile()
    await makeBackup(target, file)
    work.isDone = true
    await writing
    await database.close()
    const copy = new SQLite(file, { readonly: true })
    const count = (table: string) => copy.prepare(`select count(*) from ${table}`).pluck().get()
    expect(count('subscribers')).toBe(3000)
    expect(count('messages')).toBe(count('quarantine'))
    expect(count('messages')).toBeGreaterThan(0)
    copy.close()
  })

  test(`every row of every table comes back from a backup (${dialect})`, async () => {
    const target = await newTarget(dialect)
    const source = connect(target)
    await migrate(source)
    await seedSubscribers(source.db, 1500)
    const { id } = await source.db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
    const at = '2026-03-01T00:00:00.000Z'
    await source.db
      .insertInto('consent_texts')
      .values({ hash: 'h', text: 't', first_seen_at: at })
      .execute()
    await source.db
      .insertInto('consents')
      .values({ id: 'c', subscriber_id: id, asked_at: at, line_hash: 'h', privacy_hash: 'h' })
      .execute()
    const file = newFile()
    await makeBackup(target, file)
    const restored = await openTestDatabase(dialect)
    const rows = await restoreBackup(restored, file, async () => {})
    expect(rows).toBe(1502)
    for (const table of ['subscribers', 'consents', 'consent_texts'] as const) {
      const read = ({ db }: typeof source) => db.selectFrom(table).selectAll().execute()
      const sorted = (all: object[]) => all.map((row) => JSON.stringify(row)).toSorted()
      expect(sorted(await read(restored))).toEqual(sorted(await read(source)))
    }
    await source.close()
  })

  test(`a restore that fails half way leaves the database empty (${dialect})`, async () => {
    const target = await newTarget(dialect)
    const source = connect(target)
    await migrate(source)
    await seedSubscribers(source.db, 10)
    await source.close()
    const file = newFile()
    await makeBackup(target, file)
    const database = await openTestDatabase(dialect)
    const failing = restoreBackup(database, file, () => Promise.reject(new Error('half way')))
    await expect(failing).rejects.toThrow('half way')
    expect(await database.db.selectFrom('subscribers').selectAll().execute()).toEqual([])
  })
}
