import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dialects, openTestDatabase, type DialectName } from '../../test/support/databases.ts'
import { letter, queueDue, sendAt } from '../../test/support/letters.ts'
import { testSecret } from '../../test/support/open-outbox.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { testAppOn, type TestApp } from '../../test/support/test-app.ts'
import { letterStateOf, readLetterStatus, scheduleLetter } from '#letters/stored-letters.ts'
import { pauseForServer } from '#mail/mail-pause.ts'
import { eraseAgain, erasePerson, removeSignup } from '#privacy/erase-person.ts'
import { recordBackup, type BackupProof } from './backup-record.ts'
import { readBackupState } from './backup-state.ts'
import type { Database } from './connect.ts'
import { makeBackup } from './make-backup.ts'
import { countRows } from './read-rows.ts'
import { restoreBackup } from './restore-backup.ts'
import type { Db } from './schema.ts'

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
    const record = (proof: BackupProof) => recordBackup(database.db, file, proof)
    await makeBackup(database.target, file, { secret, now: clock(), record })
    return file
  }
  const { target } = database
  return { ...app, backUp, file: target.kind === 'sqlite' ? target.file : '' }
}

const restore = (database: Database, file: string, since: string) =>
  restoreBackup(database, file, {
    secrets: [],
    since,
    now: new Date(),
    eraseAgain: (trx, erasures) => eraseAgain(trx, erasures, { secret: testSecret }),
    finish: async () => {},
  })

const ada = 'ada@example.com'
const message = { name: 'Ada', email: ada, message: 'Hello' }

describe.each(dialects)('restore --since (%s)', (dialect) => {
  test('brings back submissions that were answered and not processed yet', async () => {
    const site = await openSite(dialect)
    await site.request('/contact', post({ email: 'before@example.com' }))
    const file = await site.backUp()
    await site.request('/contact', post({ email: ada }))
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

  test('brings back signups with their consents and mail, and messages, and what was deleted since', async () => {
    const site = await openSite(dialect)
    await site.submit({ email: ada })
    await site.submit(message)
    const file = await site.backUp()
    site.passDays(0.1)
    await site.post(await site.linkTo(ada, 'confirm'))
    await site.submit({ email: 'ben@example.com' })
    await site.submit({ ...message, message: 'Hello again' })
    await site.db.deleteFrom('messages').where('message', '=', message.message).execute()
    const since = await site.backUp()
    const restored = await openTestDatabase(dialect)
    const { later } = await restore(restored, file, since)
    expect(later).toMatchObject({ signups: 2, messages: 1, waiting: 0, unsubscribed: 0 })
    const again = testAppOn(restored)
    expect(await again.statusOf(ada)).toBe('confirmed')
    await again.post(await again.linkTo('ben@example.com', 'confirm'))
    expect(await again.statusOf('ben@example.com')).toBe('confirmed')
    const consents = restored.db.selectFrom('consents').select('confirmed_at').execute()
    expect((await consents).filter((row) => row.confirmed_at !== null)).toHaveLength(2)
    const texts = (await again.rows()).messages.map((row) => row.message)
    expect(texts.toSorted()).toEqual(['Hello', 'Hello again'])
  })

  test('leaves out people who were erased or removed since, unless they came back', async () => {
    const site = await openSite(dialect)
    const { db, settings } = site
    const people = ['erased', 'removed', 'back'].map((name) => `${name}@example.com`)
    for (const email of people) await site.submit({ ...message, email })
    for (const email of people) await site.submit({ email })
    const file = await site.backUp()
    site.passDays(1)
    for (const email of ['erased@example.com', 'back@example.com'])
      await erasePerson(db, email, testSecret, settings.clock())
    await removeSignup(db, 'removed@example.com', testSecret, settings.clock())
    site.passDays(1)
    await site.submit({ email: 'back@example.com' })
    const restored = await openTestDatabase(dialect)
    await restore(restored, file, await site.backUp())
    expect(await testAppOn(restored).rows()).toMatchObject({
      messages: [{ email: 'removed@example.com' }],
      subscribers: [{ email: 'back@example.com', asked_at: settings.clock().toISOString() }],
    })
    expect(await restored.db.selectFrom('consents').selectAll().execute()).toHaveLength(1)
    // One for each erased person: repeating the erasure adds none.
    expect(await restored.db.selectFrom('mailbox_tasks').selectAll().execute()).toHaveLength(2)
  })

  test('processes no submission, sends no mail and pauses nothing again that is done and forgotten since', async () => {
    const site = await openSite(dialect)
    await site.submit(message)
    await site.request('/contact', post(message))
    const pausedAt = site.settings.clock()
    await site.db
      .transaction()
      .execute((trx) => pauseForServer(trx, 'server', '421 busy', pausedAt))
    const file = await site.backUp()
    await site.processInbox()
    // As the daily cleanup does.
    for (const table of ['submissions', 'outbox', 'mail_pauses'] as const)
      await site.db.deleteFrom(table).execute()
    const restored = await openTestDatabase(dialect)
    await restore(restored, file, await site.backUp())
    const again = testAppOn(restored)
    await again.processInbox()
    expect((await again.rows()).messages).toHaveLength(2)
    for (const table of ['outbox', 'mail_pauses'] as const)
      expect(await restored.db.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('processes nothing again if the backup is a plain copy of the database', async () => {
    const site = await openSite('sqlite')
    await signUp(site)
    await site.request('/contact', post(message))
    const copy = join(mkdtempSync(join(tmpdir(), 'copy-')), 'site.db')
    await sql`vacuum into ${copy}`.execute(site.db)
    await site.processInbox()
    await site.db.deleteFrom('submissions').execute()
    const restored = await openTestDatabase(dialect)
    await restore(restored, copy, site.file)
    const again = testAppOn(restored)
    await again.processInbox()
    expect((await again.rows()).messages).toHaveLength(1)
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
    const state = await readBackupState(restored.db, site.settings.clock())
    expect(state.last).toMatchObject({ file: since })
  })

  test('rejects a damaged backup, and a database that is not empty', async () => {
    const site = await openSite(dialect)
    await site.submit({ email: ada })
    const file = await site.backUp()
    await expect(restore(site.database, file, file)).rejects.toThrow('is not empty')
    // The signup's consent then names a text that is not there.
    new SQLite(file).exec('pragma foreign_keys = off; delete from consent_texts').close()
    const restoring = restore(await openTestDatabase(dialect), file, file)
    await expect(restoring).rejects.toThrow('is damaged')
  })
})

/** A site, and another one that began with an empty database after the backup of the first. */
async function loseDatabase(dialect: DialectName) {
  const site = await openSite(dialect)
  const empty = await openSite(dialect)
  empty.passDays(1)
  const restoreBoth = async () => {
    const restored = await openTestDatabase(dialect)
    const { isKnown } = await restore(restored, await site.backUp(), await empty.backUp())
    expect(isKnown).toBe(false)
    const app = testAppOn(restored)
    app.passDays(1)
    return app
  }
  return { site, empty, restoreBoth }
}

const signUp = async (site: TestApp) => {
  await site.submit({ email: ada })
  await site.post(await site.linkTo(ada, 'confirm'))
}

const consentsIn = (db: Db) =>
  db.selectFrom('consents').selectAll().orderBy('asked_at').orderBy('id').execute()

describe.each(dialects)('restore --since a database that began empty (%s)', (dialect) => {
  test('keeps a confirmed subscription if the address was only typed into a form since', async () => {
    const { site, empty, restoreBoth } = await loseDatabase(dialect)
    await signUp(site)
    await empty.submit({ email: ada })
    const restored = await restoreBoth()
    const [subscriber] = (await site.rows()).subscribers
    expect((await restored.rows()).subscribers).toEqual([subscriber])
    const unanswered = { subscriber_id: subscriber!.id, confirmed_at: null }
    const [proof] = await consentsIn(site.db)
    expect(await consentsIn(restored.db)).toMatchObject([proof, unanswered])
    expect(restored.errors()).toEqual([])
  })

  test('keeps the links in letters sent before, for people who signed up again', async () => {
    const { site, empty, restoreBoth } = await loseDatabase(dialect)
    await site.submit({ email: ada })
    const link = await site.linkTo(ada, 'unsubscribe')
    await signUp(empty)
    const restored = await restoreBoth()
    expect(await restored.statusOf(ada)).toBe('confirmed')
    await restored.post(link)
    expect(await restored.statusOf(ada)).toBe('unsubscribed')
  })

  test('ends the subscription of people who signed up and unsubscribed again since', async () => {
    const { site, empty, restoreBoth } = await loseDatabase(dialect)
    await signUp(site)
    await signUp(empty)
    await empty.post(await empty.linkTo(ada, 'unsubscribe'))
    const restored = await restoreBoth()
    expect(await restored.statusOf(ada)).toBe('unsubscribed')
    const withdrawn = { withdrawn_at: empty.settings.clock().toISOString() }
    expect(await consentsIn(restored.db)).toMatchObject([withdrawn, withdrawn])
  })

  test('counts an unsubscribe even if the address was typed into a form after it', async () => {
    const { site, empty, restoreBoth } = await loseDatabase(dialect)
    await signUp(site)
    await empty.submit({ email: ada })
    await empty.post(await empty.linkTo(ada, 'unsubscribe'))
    empty.passDays(1)
    await empty.submit({ email: ada })
    const restored = await restoreBoth()
    expect(await restored.statusOf(ada)).toBe('pending')
    const [proof] = await consentsIn(restored.db)
    expect(proof).toMatchObject({ withdrawn_at: expect.any(String) })
  })

  test('keeps submissions and mail that waited when the backup was made, and adds those since', async () => {
    const { site, empty, restoreBoth } = await loseDatabase(dialect)
    for (const [one, name] of [
      [site, 'before'],
      [empty, 'since'],
    ] as const) {
      await one.submit({ ...message, message: name })
      await one.request('/contact', post({ ...message, message: `waiting ${name}` }))
    }
    const restored = await restoreBoth()
    await restored.processInbox()
    const texts = (await restored.rows()).messages.map((row) => row.message)
    expect(texts.toSorted()).toEqual(['before', 'since', 'waiting before', 'waiting since'])
    const notices = restored.db.selectFrom('outbox').where('kind', '=', 'message-notice')
    expect(await countRows(notices)).toBe(4)
  })

  test('keeps what became of a letter that both have begun to send', async () => {
    const { site, empty, restoreBoth } = await loseDatabase(dialect)
    const now = new Date()
    await seedSubscribers(site.db, 2)
    await sendAt(site.db, now)
    await site.db.updateTable('outbox').set({ status: 'sent' }).execute()
    await seedSubscribers(empty.db, 3)
    await sendAt(empty.db, now)
    const restored = await restoreBoth()
    const status = await readLetterStatus(restored.db, letter.name)
    expect(status).toMatchObject({ state: 'started', audience: 3, sent: 2, in_doubt: 1 })
  })

  test('cancels a letter that waits in both, unless it waits in the running database', async () => {
    const { site, empty } = await loseDatabase(dialect)
    const now = new Date()
    const dueAt = new Date(now.getTime() + 3_600_000)
    for (const { db } of [site, empty]) await scheduleLetter(db, letter, { dueAt, now })
    const file = await site.backUp()
    const later = await empty.backUp()
    for (const since of [later, ...(empty.file ? [empty.file] : [])]) {
      const restored = await openTestDatabase(dialect)
      const { cancelled } = await restore(restored, file, since)
      expect(cancelled).toEqual(since === later ? ['launch'] : [])
      const state = since === later ? 'stopped' : 'scheduled'
      expect(await letterStateOf(restored.db, 'launch')).toBe(state)
    }
  })

  test('sends no letter again that the backup has sent, even if it was scheduled since', async () => {
    const { site, empty, restoreBoth } = await loseDatabase(dialect)
    const now = new Date()
    await seedSubscribers(site.db, 2)
    await sendAt(site.db, now)
    const later = new Date(now.getTime() + 3_600_000)
    await scheduleLetter(empty.db, letter, { dueAt: later, now })
    const restored = await restoreBoth()
    await queueDue(restored.db, later)
    const status = await readLetterStatus(restored.db, letter.name)
    expect(status).toMatchObject({ state: 'started', queued: 0, in_doubt: 2 })
  })
})
