import { pino } from 'pino'
import { expect, onTestFinished, vi } from 'vitest'
import type { Database } from '#database/connect.ts'
import { createLease, type Lease } from '#database/lease.ts'
import { claimMail, takeOverMail } from '#mail/claim-mail.ts'
import { startMailWorker, type MailWorkerOptions } from '#mail/mail-worker.ts'
import { queueMails } from '#mail/outbox.ts'
import { createSmtpTransport } from '#mail/smtp.ts'
import { createMailKinds } from '#owner/mail-kinds.ts'
import { openTestDatabase, type DialectName } from './databases.ts'
import { openMailServer, type Replies } from './mail-server.ts'

/** A clock that stands still until it is moved, or runs if given `Date.now`. */
export function createClock(startMs = () => Date.parse('2026-03-01T10:00:00.000Z')) {
  let movedMs = 0
  const clock = () => new Date(startMs() + movedMs)
  return Object.assign(clock, { move: (byMs: number) => (movedMs += byMs) })
}

export const testSecret = 'a secret of at least thirty-two characters'

/** Each with a memory of its own: two tests may send the same letter at the same time. */
export const newMailKinds = () =>
  createMailKinds({
    publicUrl: 'https://www.example.com',
    secret: testSecret,
    diskDir: '.',
    adminCommand: 'site-admin',
    unconfirmedMailPerHour: 1500,
    contactTo: 'The Owner <owner@company.example>',
  })

export const mailKinds = newMailKinds()

type Queued = { to?: string; kind?: 'message-receipt' | 'message-notice' }
type WorkerChanges = Partial<MailWorkerOptions> & { url?: string; silenceMs?: number }

/** An empty outbox with its mail server and clock. */
export async function openOutbox(
  dialect: DialectName,
  replies: Replies = {},
  clock = createClock(),
) {
  const database = await openTestDatabase(dialect)
  const { db } = database
  const mailServer = await openMailServer(replies)
  /** All mail with its recipients, sorted by them. */
  const rows = () =>
    db
      .selectFrom('outbox')
      .leftJoin('messages', 'messages.id', 'outbox.about_id')
      .selectAll('outbox')
      .select('messages.email as to')
      .orderBy('messages.email')
      .execute()
  return {
    database,
    db,
    mailServer,
    clock,
    rows,
    /** Waits until the rows match. */
    becomes: (wanted: object[]) =>
      eventually(async () => expect(await rows()).toMatchObject(wanted)),
    /** Stores a message and queues a mail about it. */
    queue: async ({ to: email = 'ada@example.com', kind = 'message-receipt' }: Queued = {}) => {
      const id = crypto.randomUUID()
      const words = { name: 'Ada', message: 'Hello', received_at: clock().toISOString() }
      await db.transaction().execute(async (trx) => {
        const message = { id, email, email_key: email.toLowerCase(), ...words }
        await trx.insertInto('messages').values(message).execute()
        await queueMails(trx, [{ kind, aboutId: id }], clock())
      })
      return id
    },
    startWorker: (changes?: WorkerChanges) =>
      startTestWorker({ database, url: mailServer.url, clock, ...changes }),
  }
}

/** A lease that expires after one second instead of twenty. */
function openLease({ db }: Database, clock = () => new Date()): Lease {
  const lease = createLease({
    db,
    log: pino({ level: 'silent' }),
    onTaken: (trx) => takeOverMail(trx, clock()),
    takeoverMs: 1000,
    heartbeatMs: 100,
  })
  onTestFinished(() => lease.release())
  return lease
}

/** For claimMail, by the holder of the lease. */
export function claimOptions(holder = 'one', max = 10) {
  const lease = { holder, isHeld: () => true, async check() {}, async release() {} }
  const request = {
    max,
    maxLetters: max,
    lettersFirst: false,
    latestFirst: false,
    unconfirmed: { left: max, isNewestFirst: false },
  }
  return { lease, request }
}

/** Claims all mail that is due, as the holder of the lease. */
export async function claimDue(
  { db }: Pick<Database, 'db'>,
  clock: () => Date,
  holder = 'one',
  max = 10,
) {
  const { lease, request } = claimOptions(holder, max)
  return (await claimMail(db, { lease, kinds: newMailKinds() }, request, clock())) ?? []
}

/** A mail worker with short timeouts, stopped when the test ends. */
function startTestWorker(given: WorkerChanges & { database: Database }) {
  const { database, url = '', silenceMs = 60_000, clock = () => new Date(), ...options } = given
  const lease = options.lease ?? openLease(database, clock)
  const from = 'Spunta <us@spunta.example>'
  const timeouts = { connectMs: 20_000, greetingMs: 20_000, silenceMs, mailMs: 600_000 }
  const transport = createSmtpTransport({ url, from, timeouts })
  const worker = startMailWorker({
    db: database.db,
    lease,
    kinds: newMailKinds(),
    transport,
    from,
    mailPerSecond: 1000,
    unconfirmedMailPerHour: 100_000,
    clock,
    log: pino({ level: 'silent' }),
    ...options,
  })
  // Otherwise it would look again only a second after it has found that it does not hold the lease yet.
  const waking = setInterval(() => {
    if (!lease.isHeld()) return
    clearInterval(waking)
    worker.wake()
  }, 10)
  const stop = async () => {
    clearInterval(waking)
    await worker.stop()
    await lease.release()
  }
  onTestFinished(async () => {
    const stopped = stop()
    // Otherwise it would wait five seconds for a silent mail server.
    transport.close({ force: true })
    await stopped
  })
  return { ...worker, stop }
}

/** With a long timeout for busy machines. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, { timeout: 120_000, interval: 10 })
}
