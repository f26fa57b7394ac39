import { cpSync, mkdtempSync, renameSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { admin, newAdminEnv } from '../support/admin.ts'
import { dialects } from '../support/databases.ts'
import { letter, sendAt } from '../support/letters.ts'
import { seedSubscribers } from '../support/seed-subscribers.ts'
import { connect, type Database, type Target } from '#database/connect.ts'
import { openDatabase } from '#database/open-database.ts'
import { suppress } from '#mail/suppressions.ts'
import { readLetterStatus, scheduleLetter } from '#letters/stored-letters.ts'
import { unsubscribe } from '#subscribers/unsubscribe.ts'
import { setNoMoreEmail } from '#privacy/no-more-email.ts'

const now = new Date('2026-06-01T00:00:00.000Z')
const bounce = { cause: 'bounce', reason: '550 5.1.1 unknown' } as const
const person = (number: number) => `person${number}@example.com`

async function within(target: Target, work: (database: Database) => Promise<void>) {
  await using database = await openDatabase(target)
  await work(database)
}

const seed = async ({ db }: Database) => {
  await seedSubscribers(db, 5)
  const pending = { status: 'pending', confirmed_at: null } as const
  await db.updateTable('subscribers').set(pending).where('email', '=', person(4)).execute()
}

/** Of five people one unsubscribes and signs up again, one chooses no more email, one bounces. */
const changeSubscriptions = async ({ db }: Database) => {
  const found = db.selectFrom('subscribers').select('id').where('email', '=', person(1))
  const { id } = await found.executeTakeFirstOrThrow()
  await unsubscribe(db, id, now)
  // Not confirmed.
  const asked = { status: 'pending', asked_at: '2026-06-02T00:00:00.000Z' } as const
  await db.updateTable('subscribers').set(asked).where('id', '=', id).execute()
  await db.transaction().execute((trx) => setNoMoreEmail(trx, person(2), true, now))
  await suppress(db, [person(3)], bounce, now)
}

async function stateOf(target: Target) {
  await using database = connect(target)
  const { db } = database
  const subscribers = await db
    .selectFrom('subscribers')
    .select(['email', 'status', 'unsubscribed_at'])
    .orderBy('email')
    .execute()
  const suppressions = await db.selectFrom('suppressions').select(['email_key', 'cause']).execute()
  return {
    subscribers: subscribers.map((row) => `${row.email} ${row.status} ${row.unsubscribed_at}`),
    suppressed: suppressions.map((row) => `${row.email_key} ${row.cause}`).toSorted(),
  }
}

const expectedState = {
  subscribers: [
    `${person(1)} pending ${now.toISOString()}`,
    `${person(2)} unsubscribed ${now.toISOString()}`,
    `${person(3)} confirmed null`,
    `${person(4)} pending null`,
  ],
  suppressed: [`${person(2)} person`, `${person(3)} bounce`],
}

for (const dialect of dialects) {
  test(`restore --since keeps unsubscribes, bounces and erasures, even after a change of SECRET (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await within(target, seed)
    const file = join(env.DATA_DIR, 'one.db')
    const later = join(env.DATA_DIR, 'two.db')
    await admin(env, ['backup', file])
    await within(target, changeSubscriptions)
    await admin(env, ['data', 'erase', person(0), '--yes'])
    // After the erasure, mail to the same address bounces.
    await within(target, async ({ db }) => {
      await suppress(db, [person(0)], bounce, now)
    })
    const changed = {
      SECRET: 'another secret of at least 32 characters',
      PREVIOUS_SECRET: env.SECRET,
    }
    await admin({ ...env, ...changed }, ['backup', later])
    const { target: fresh, env: clean } = await newAdminEnv(dialect, changed)
    const reversed = await admin(clean, ['restore', later, '--since', file])
    expect(reversed.stderr).toContain('is older than')
    expect(reversed.code).toBe(1)
    const restored = await admin(clean, ['restore', file, '--since', later])
    expect(restored.stderr).toContain('mail resume')
    expect(restored.stderr).not.toContain('are back')
    expect(restored.stdout).toContain('Erased again: 1.')
    expect(restored.code).toBe(0)
    const suppressed = [`${person(0)} bounce`, ...expectedState.suppressed]
    expect(await stateOf(fresh)).toEqual({ ...expectedState, suppressed })
  })
}

for (const dialect of dialects) {
  test(`after a restore all mail is paused, even if the backup contains an expired pause (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    const over = { cause: 'owner', reason: 'over', paused_at: 'then', until: '2000', times: 1 }
    await within(target, async ({ db }) => {
      await db.insertInto('mail_pauses').values(over).execute()
    })
    const file = join(env.DATA_DIR, 'one.db')
    await admin(env, ['backup', file])
    const { target: fresh, env: clean } = await newAdminEnv(dialect)
    expect((await admin(clean, ['restore', file, '--yes'])).code).toBe(0)
    await within(fresh, async ({ db }) => {
      const pauses = await db.selectFrom('mail_pauses').selectAll().execute()
      expect(pauses).toMatchObject([{ reason: 'A backup was restored.', until: null }])
    })
  })
}

for (const dialect of dialects) {
  test(`restore --since counts what it brings back, and with --dry-run changes nothing (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await within(target, seed)
    const [file, later] = ['one.db', "the owner's.db"].map((name) => join(env.DATA_DIR, name))
    await admin(env, ['backup', file!])
    await within(target, async (database) => {
      await changeSubscriptions(database)
      const message = { id: 'new', name: 'Ada', email: 'a@b.c', email_key: 'a@b.c', message: 'Hi' }
      const values = { ...message, received_at: now.toISOString() }
      await database.db.insertInto('messages').values(values).execute()
    })
    await admin(env, ['data', 'erase', person(0), '--yes'])
    await admin(env, ['backup', later!])
    const { target: fresh, env: clean } = await newAdminEnv(dialect)
    const lines = [
      `from ${later}: signups 1, messages 1, submissions not processed yet 0.`,
      'Unsubscribed since: 1. Suppressed since: 2. Erased again: 1.',
    ]
    const planned = await admin(clean, ['restore', file!, '--since', later!, '--dry-run'])
    for (const line of lines) expect(planned.stdout).toContain(line)
    await within(fresh, async ({ db }) => {
      expect(await db.selectFrom('subscribers').selectAll().execute()).toEqual([])
    })
    const restored = await admin(clean, ['restore', file!, '--since', later!])
    for (const line of lines) expect(restored.stdout).toContain(line)
    expect((await stateOf(fresh)).subscribers).toEqual(expectedState.subscribers)
  })
}

test.each(dialects)(
  'restore --since says that a letter was due: after the old database it can be sent again, after a backup it is stopped (%s)',
  async (dialect) => {
    const { target, env } = await newAdminEnv('sqlite')
    await within(target, async ({ db }) => {
      await scheduleLetter(db, letter, { dueAt: now, now })
    })
    const file = join(env.DATA_DIR, 'one.db')
    await admin(env, ['backup', file])
    for (const since of [file, env.DATABASE_URL.replace('sqlite:', '')]) {
      const { target: fresh, env: clean } = await newAdminEnv(dialect)
      const { stderr } = await admin(clean, ['restore', file, '--since', since])
      expect(stderr).toContain('The letter launch was due before this restore and ')
      expect(stderr).toContain(
        since === file ? 'may have gone out: it is' : 'went to nobody: it is',
      )
      await within(fresh, async ({ db }) => {
        const isStored = await scheduleLetter(db, letter, { dueAt: now, now })
        expect(isStored).toBe(since !== file)
      })
    }
  },
)

test('restore --since rejects a snapshot from before the backup', async () => {
  const { target, env } = await newAdminEnv('sqlite')
  const [first, snapshot, last] = ['1.db', 'snapshot.db', '2.db'].map((name) =>
    join(env.DATA_DIR, name),
  )
  await within(target, seed)
  await admin(env, ['backup', first!])
  cpSync(env.DATABASE_URL.replace('sqlite:', ''), snapshot!)
  await within(target, changeSubscriptions)
  await admin(env, ['backup', last!])
  const { env: clean } = await newAdminEnv('sqlite')
  const rejected = await admin(clean, ['restore', last!, '--since', snapshot!])
  expect(rejected.stderr).toContain('or a snapshot from before it')
  expect(rejected.code).toBe(1)
  const restored = await admin(clean, ['restore', first!, '--since', snapshot!])
  expect(restored.code).toBe(0)
})

test('restore --since a database that began empty keeps the letters of the backup', async () => {
  const { target, env } = await newAdminEnv('sqlite')
  await within(target, async ({ db }) => {
    await seedSubscribers(db, 2)
    await sendAt(db, now)
    await scheduleLetter(db, { ...letter, name: 'april' }, { dueAt: now, now })
    await scheduleLetter(db, { ...letter, name: 'may' }, { dueAt: new Date('2999-05-01'), now })
  })
  const file = join(env.DATA_DIR, 'one.db')
  await admin(env, ['backup', file])
  const { target: empty, env: lost } = await newAdminEnv('sqlite')
  await within(empty, seed)
  const { target: fresh, env: clean } = await newAdminEnv('sqlite')
  const since = lost.DATABASE_URL.replace('sqlite:', '')
  const { stderr } = await admin(clean, ['restore', file, '--since', since])
  expect(stderr).toContain('The letter april was due before this restore and may have gone out')
  expect(stderr).toContain('bounced or were erased in between are back')
  expect(stderr).toContain('The letter may was waiting for its time or the launch. It is cancelled')
  await within(fresh, async ({ db }) => {
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ state: 'started', in_doubt: 2 })
    expect(await scheduleLetter(db, letter, { dueAt: now, now })).toBe(false)
    // It may have been cancelled or sent in between.
    expect(await readLetterStatus(db, 'may')).toMatchObject({ state: 'stopped' })
  })
})

test('a restore from a moved data folder keeps what happened since', async () => {
  const home = mkdtempSync(join(tmpdir(), 'site-home-'))
  const env = { DATA_DIR: join(home, 'site') }
  const target: Target = { kind: 'sqlite', file: join(env.DATA_DIR, 'site.db') }
  const file = join(home, 'one.db')
  await within(target, seed)
  const made = await admin(env, ['backup', file])
  expect(made.stderr).toContain(`Also keep a copy of ${env.DATA_DIR}/secret`)
  await within(target, changeSubscriptions)
  await admin(env, ['data', 'erase', person(0), '--yes'])
  const broken = join(home, 'site-broken')
  renameSync(env.DATA_DIR, broken)
  // The last writes may be only in the WAL, so the file looks older.
  utimesSync(join(broken, 'site.db'), now, now)
  const restore = () => admin(env, ['restore', file, '--since', join(broken, 'site.db')])
  const forgotten = await restore()
  expect(forgotten.stderr).toContain('another SECRET')
  expect(forgotten.code).toBe(1)
  cpSync(join(broken, 'secret'), join(env.DATA_DIR, 'secret'))
  const restored = await restore()
  expect(restored.stdout).toContain('Erased again: 1.')
  expect(restored.code).toBe(0)
  expect(await stateOf(target)).toEqual(expectedState)
})
