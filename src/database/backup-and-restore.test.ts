import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allRows, dialects, openTestDatabase } from '../../test/support/databases.ts'
import { letter, sendAt, zeroCounts } from '../../test/support/letters.ts'
import { claimDue, mailKinds } from '../../test/support/open-outbox.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { storeCounts } from '#owner/visit-counts.ts'
import { probeWrite } from '#intake/submissions.ts'
import { letterStateOf, readLetterStatus, scheduleLetter } from '#letters/stored-letters.ts'
import { queueMails } from '#mail/outbox.ts'
import { recordOutcomes } from '#mail/record-outcomes.ts'
import { recordBackup, type BackupProof } from './backup-record.ts'
import type { Database, Target } from './connect.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const sent = { kind: 'sent' } as const
const secret = 'a secret of at least 32 characters'

async function backupOf({ target, db }: Database & { target: Target }): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'backup-')), 'backup.db')
  // Left behind by a backup that was killed.
  writeFileSync(`${file}.partial`, 'half a backup')
  const record = (proof: BackupProof) => recordBackup(db, file, proof)
  await makeBackup(target, file, { secret, now: new Date(), record })
  return file
}

const restore = (database: Database, file: string, since?: string, now = new Date()) =>
  restoreBackup(database, file, { now, secrets: [secret], since, finish: async () => {} })

for (const dialect of dialects) {
  test(`a backup taken during writes is a consistent snapshot (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    await seedSubscribers(database.db, 3000)
    const work = { isDone: false, pairs: 0 }
    // Each transaction inserts one message and one quarantine row.
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
        // better-sqlite3 is synchronous: without a pause the loop would block the backup.
        await sleep(1)
      }
    })()
    while (work.pairs < 3) await sleep(5)
    const file = await backupOf(database)
    work.isDone = true
    await writing
    const copy = new SQLite(file, { readonly: true })
    const count = (table: string) => copy.prepare(`select count(*) from ${table}`).pluck().get()
    expect(count('subscribers')).toBe(3000)
    expect(count('messages')).toBe(count('quarantine'))
    expect(count('messages')).toBeGreaterThan(0)
    copy.close()
  })

  test(`every row of a ${dialect} backup is restored into both databases`, async () => {
    const source = await openTestDatabase(dialect)
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
    // ANALYZE creates a table of SQLite's own.
    if (dialect === 'sqlite') await sql`analyze`.execute(source.db)
    const file = await backupOf(source)
    for (const other of dialects) {
      const restored = await openTestDatabase(other)
      const { rows } = await restore(restored, file)
      expect(rows).toBe(1502)
      const tables = ['subscribers', 'consents', 'consent_texts']
      const [copies, originals] = [await allRows(restored.db), await allRows(source.db)]
      for (const table of tables) expect(copies[table]).toEqual(originals[table])
    }
  })

  test(`a restore that fails half way leaves the database empty (${dialect})`, async () => {
    const source = await openTestDatabase(dialect)
    await seedSubscribers(source.db, 10)
    const file = await backupOf(source)
    const database = await openTestDatabase(dialect)
    const failing = restoreBackup(database, file, {
      now: new Date(),
      secrets: [secret],
      finish: async () => {},
      onCopied() {
        throw new Error('half way')
      },
    })
    await expect(failing).rejects.toThrow('half way')
    expect(await database.db.selectFrom('subscribers').selectAll().execute()).toEqual([])
  })

  test(`restores into a database that holds only rows a server writes by itself (${dialect})`, async () => {
    const source = await openTestDatabase(dialect)
    await seedSubscribers(source.db, 1)
    const file = await backupOf(source)
    const database = await openTestDatabase(dialect)
    await storeCounts(database.db, [{ day: '2026-03-01', source: 'direct', visits: 1, signups: 0 }])
    const digest = { id: 'd', since: 'then', queued_at: 'now' }
    await database.db.insertInto('digests').values(digest).execute()
    await probeWrite(database.db, new Date())
    await restore(database, file)
    expect(await database.db.selectFrom('subscribers').select('id').execute()).toHaveLength(1)
  })

  test(`a backup can be read by no other account of the machine (${dialect})`, async () => {
    const file = await backupOf(await openTestDatabase(dialect))
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test(`a restore rejects a backup made with another secret, unless no secret is given (${dialect})`, async () => {
    const source = await openTestDatabase(dialect)
    const file = await backupOf(source)
    const database = await openTestDatabase(dialect)
    const restoreWith = (...secrets: string[]) =>
      restoreBackup(database, file, { now: new Date(), secrets, finish: async () => {} })
    await expect(restoreWith('another one')).rejects.toThrow('another SECRET')
    await restoreWith('another one', secret)
    await restoreWith()
  })

  test.each([
    ['in the backup', 'backup'],
    ['in the later database that --since names', 'later'],
  ])(
    `after a restore, the rest of a letter half sent %s is in doubt and not sent (${dialect})`,
    async (_, knownTo) => {
      const source = await openTestDatabase(dialect)
      await seedSubscribers(source.db, 20)
      const now = new Date()
      await sendAt(source.db, now)
      const before = await backupOf(source)
      const claimed = await claimDue(source, () => now, 'one', 5)
      const final = claimed.slice(0, 3).map((one) => ({ ...one, outcome: sent }))
      await recordOutcomes(source.db, { claimedBy: 'one', kinds: mailKinds }, final, now)
      await source.db.updateTable('letters').set({ state: 'preparing' }).execute()
      const after = await backupOf(source)
      const restored = await openTestDatabase(dialect)
      if (knownTo === 'backup') await restore(restored, after)
      else await restore(restored, before, after)
      const states = { ...zeroCounts, sent: 3, in_doubt: 17 }
      const status = { ...states, state: 'started' }
      expect(await readLetterStatus(restored.db, 'launch')).toMatchObject(status)
      expect(await claimDue(restored, () => new Date(now.getTime() + 3_600_000))).toEqual([])
    },
  )
}

test.each(dialects)(
  'after a restore, mail other than letters is still queued (%s)',
  async (dialect) => {
    const source = await openTestDatabase(dialect)
    const notice = { kind: 'message-notice', aboutId: 'm1' } as const
    await source.db.transaction().execute((trx) => queueMails(trx, [notice], new Date()))
    const restored = await openTestDatabase(dialect)
    await restore(restored, await backupOf(source))
    const mails = restored.db.selectFrom('outbox').select('status')
    expect(await mails.execute()).toEqual([{ status: 'queued' }])
  },
)

test.each(dialects)(
  'after a restore, letters that were waiting are cancelled, unless --since is the old database (%s)',
  async (dialect) => {
    const source = await openTestDatabase(dialect)
    const now = new Date('2026-03-05T10:00:00.000Z')
    const future = new Date(now.getTime() + 3_600_000)
    await scheduleLetter(source.db, letter, { dueAt: 'launch', now })
    await source.db.updateTable('letters').set({ state: 'held' }).execute()
    const april = { ...letter, name: 'april' }
    await scheduleLetter(source.db, april, { dueAt: future, now })
    const file = await backupOf(source)
    const old = source.target.kind === 'sqlite' ? [source.target.file] : []
    for (const since of [...old, file, undefined]) {
      const restored = await openTestDatabase(dialect)
      const { cancelled } = await restore(restored, file, since, now)
      const waits = since !== undefined && since !== file
      expect(cancelled.toSorted()).toEqual(waits ? [] : ['april', 'launch'])
      expect(await letterStateOf(restored.db, 'launch')).toBe(waits ? 'held' : 'stopped')
      expect(await letterStateOf(restored.db, 'april')).toBe(waits ? 'scheduled' : 'stopped')
      expect(await scheduleLetter(restored.db, april, { dueAt: future, now })).toBe(!waits)
    }
  },
)

test.each(dialects)(
  'after a restore, a letter that was due before it may have gone out: it is stopped (%s)',
  async (dialect) => {
    const source = await openTestDatabase(dialect)
    const now = new Date('2026-03-05T10:00:00.000Z')
    const past = new Date(now.getTime() - 60_000)
    await scheduleLetter(source.db, letter, { dueAt: past, now })
    const file = await backupOf(source)
    for (const since of [file, undefined]) {
      const restored = await openTestDatabase(dialect)
      await restore(restored, file, since, now)
      expect(await letterStateOf(restored.db, 'launch')).toBe('stopped')
      expect(await scheduleLetter(restored.db, letter, { dueAt: now, now })).toBe(false)
    }
  },
)

test('a deleted row leaves no bytes in the database file or in later backups', async () => {
  const database = await openTestDatabase('sqlite')
  const { file: site } = database.target
  const words = 'A very private message. '.repeat(200)
  const row = { name: 'x', email: 'x', email_key: 'x', received_at: 'x' }
  const values = { id: 'm', ...row, message: words }
  await database.db.insertInto('messages').values(values).execute()
  expect(statSync(site).mode & 0o777).toBe(0o600)
  expect(statSync(`${site}-wal`).mode & 0o777).toBe(0o600)
  await sql`pragma wal_checkpoint(truncate)`.execute(database.db)
  expect(readFileSync(site).includes('very private')).toBe(true)
  await database.db.deleteFrom('messages').execute()
  const file = await backupOf(database)
  await database.close()
  expect(readFileSync(site).includes('very private')).toBe(false)
  expect(readFileSync(file).includes('very private')).toBe(false)
})
