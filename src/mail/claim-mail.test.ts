import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { letter, sendAt } from '../../test/support/letters.ts'
import {
  claimDue,
  claimOptions,
  eventually,
  openOutbox,
  mailKinds,
} from '../../test/support/open-outbox.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import { LeaseLost } from '#database/lease.ts'
import type { Db } from '#database/schema.ts'
import { queueDigest } from '#owner/queue-digest.ts'
import { stopLetter } from '#letters/stored-letters.ts'
import { claimMail, releaseLostClaims, takeOverMail } from './claim-mail.ts'
import type { FindDrafts } from './mail-declaration.ts'
import { pauseForServer, pauseMail, readPauses } from './mail-pause.ts'
import { giveUpWaiting, toMailRows } from './outbox.ts'
import { queueFloodNotice } from './hourly-limit.ts'

const now = new Date('2026-03-01T10:00:00.000Z')

test.each(dialects)(
  'mail that a visitor waits for goes first, mail about messages after all other but letters (%s)',
  async (dialect) => {
    const app = await openTestApp(dialect)
    const { clock } = app.settings
    for (const email of ['ada@example.com', 'bob@example.com']) {
      await app.submit({ name: 'Ada', email, message: 'Hello' })
    }
    app.passDays(1 / 1440)
    await queueFloodNotice(app.db, clock())
    app.passDays(1 / 1440)
    await app.submit({ email: 'ada@example.com' })
    app.passDays(1 / 1440)
    await app.askForData('bob@example.com')
    const claimed = await claimDue(app, clock)
    expect(claimed.map(({ mail }) => mail.kind)).toEqual([
      'confirm-signup',
      'my-data-link',
      'flood-notice',
      'message-receipt',
      'message-receipt',
      'message-notice',
      'message-notice',
    ])
  },
)

test.each(dialects)(
  'the kinds of mail to unconfirmed addresses share the hourly limit within one claim (%s)',
  async (dialect) => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'ada@example.com' })
    for (const email of ['ben@example.com', 'eve@example.com']) {
      await app.submit({ name: 'Ben', email, message: 'Hello' })
    }
    const { lease, request } = claimOptions()
    const claim = { ...request, unconfirmed: { left: 2, isNewestFirst: false } }
    const claimed = await claimMail(
      app.db,
      { lease, kinds: mailKinds },
      claim,
      app.settings.clock(),
    )
    expect(claimed!.map(({ mail }) => mail.kind)).toEqual([
      'confirm-signup',
      'message-receipt',
      'message-notice',
      'message-notice',
    ])
  },
)

test.each(dialects)(
  'a claim takes the letter that was started first, and no more mail than its size (%s)',
  async (dialect) => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 2)
    await sendAt(db, new Date(now.getTime() + 1), { ...letter, name: 'april' })
    await sendAt(db, now, { ...letter, name: 'may' })
    const claimed = await claimDue({ db }, () => new Date(now.getTime() + 1), 'one', 3)
    expect(claimed.map(({ mail }) => mail.letter)).toEqual(['may', 'may', 'april'])
  },
)

test.each(dialects)(
  'a lost claim is released, but neither mail in flight nor mail of another server (%s)',
  async (dialect) => {
    const { db, clock, queue, rows } = await openOutbox(dialect)
    const claimOne = async (to: string, holder: string) => {
      await queue({ to })
      return (await claimDue({ db }, clock, holder)).map(({ mail }) => mail.id)
    }
    const inFlight = await claimOne('a@example.com', 'one')
    await claimOne('b@example.com', 'one')
    await claimOne('c@example.com', 'two')
    const statuses = async () => (await rows()).map(({ status }) => status)
    await releaseLostClaims(db, 'one', inFlight)
    expect(await statuses()).toEqual(['sending', 'queued', 'sending'])
    await releaseLostClaims(db, 'one', [])
    expect(await statuses()).toEqual(['queued', 'queued', 'sending'])
  },
)

const holds: [string, (db: Db) => Promise<unknown>][] = [
  ['stopped', (db) => stopLetter(db, letter.name, now)],
  ['marked as stopped', (db) => db.updateTable('letters').set({ state: 'stopped' }).execute()],
  ['given up', (db) => giveUpWaiting(db, new Date(now.getTime() + 1))],
  ['paused', (db) => pauseMail(db, 'a backup was restored', now)],
]

// On SQLite nobody else can write during a transaction.
test.each(holds)(
  'a letter that is %s while its mail is claimed is not sent (postgres)',
  async (_, hold) => {
    const { db } = await openTestDatabase('postgres')
    await seedSubscribers(db, 3)
    await sendAt(db, now)
    const { lease, request } = claimOptions()
    const holding: FindDrafts = async (trx, ids, more) => {
      const drafts = await mailKinds.letter.findDrafts(trx, ids, more)
      await hold(db)
      return drafts
    }
    const kinds = { ...mailKinds, letter: { ...mailKinds.letter, findDrafts: holding } }
    expect(await claimMail(db, { lease, kinds }, request, now)).toEqual([])
    expect(await claimDue({ db }, () => now)).toEqual([])
  },
)

test.each(dialects)(
  'a digest whose figures cannot be read delays no other mail, and mail can be listed (%s)',
  async (dialect) => {
    const { db, clock, queue, startWorker, rows } = await openOutbox(dialect)
    await queueDigest(db, 'daily', clock())
    clock.move(24 * 3_600_000)
    await queueDigest(db, 'daily', clock())
    await db.schema.alterTable('visits').renameTo('visits_elsewhere').execute()
    await queue()
    const listed = await toMailRows(
      db,
      mailKinds,
      await db.selectFrom('outbox').selectAll().execute(),
    )
    expect(listed.map(({ to }) => to)).toContain('The Owner <owner@company.example>')

    const worker = startWorker()
    await eventually(async () => {
      const states = (await rows()).map(({ kind, status, attempts }) => ({
        kind,
        status,
        attempts,
      }))
      expect(states).toEqual(
        expect.arrayContaining([
          { kind: 'message-receipt', status: 'sent', attempts: 1 },
          { kind: 'digest', status: 'queued', attempts: 1 },
        ]),
      )
    })
    await worker.stop()
    await db.schema.alterTable('visits_elsewhere').renameTo('visits').execute()
  },
)

test.each(dialects)(
  'a flood notice names the limit and the command of the server, and its Message-ID has no space (%s)',
  async (dialect) => {
    const { db, clock, mailServer, startWorker, becomes } = await openOutbox(dialect)
    await queueFloodNotice(db, clock())
    startWorker()
    await becomes([{ status: 'sent' }])
    expect(mailServer.received[0]!.raw).toMatch(
      /^Message-ID: <flood-notice\.[\w-]+@spunta\.example>\r?$/m,
    )
    const text = mailServer.received[0]!.raw.replaceAll('=\r\n', '')
    expect(text).toContain('site-admin mail list')
    expect(text).toContain('1,500 an hour')
  },
)

test.each(dialects)(
  'a letter that is paused is claimed once its pause is over (%s)',
  async (dialect) => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 1)
    await sendAt(db, now)
    await db.transaction().execute((trx) => pauseForServer(trx, 'letter launch', 'no', now))
    expect(await claimDue({ db }, () => now)).toEqual([])
    const over = new Date(now.getTime() + 60_000)
    expect(await claimDue({ db }, () => over)).toHaveLength(1)
  },
)

test.each(dialects)(
  'a server that takes the lease lifts the pause of the mail server, not the owner’s (%s)',
  async (dialect) => {
    const { db } = await openTestDatabase(dialect)
    await pauseMail(db, 'a backup was restored', now)
    await db.transaction().execute(async (trx) => {
      await pauseForServer(trx, 'server', 'wrong password', now)
      await takeOverMail(trx, now)
    })
    expect(await readPauses(db)).toMatchObject([{ cause: 'owner' }])
  },
)

test.each(dialects)('a server that has lost the lease claims no mail (%s)', async (dialect) => {
  const { db, clock, rows, ...outbox } = await openOutbox(dialect)
  await outbox.queue()
  const { lease, request } = claimOptions()
  const check = async () => {
    throw new LeaseLost()
  }
  const options = { lease: { ...lease, check }, kinds: mailKinds }
  await expect(claimMail(db, options, request, clock())).rejects.toThrow(LeaseLost)
  expect(await rows()).toMatchObject([{ status: 'queued', tried_at: null }])
})
