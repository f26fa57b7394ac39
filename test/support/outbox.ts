import { pino } from 'pino'
import { expect, onTestFinished, vi } from 'vitest'
import type { Database } from '#database/connect.ts'
import { startCourier } from '#mail/courier.ts'
import { queueMails } from '#mail/queue-mail.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'
import { createMailWriters } from '#server/mail-writers.ts'
import { openTestDatabase, type DialectName } from './databases.ts'
import { openInbox, type InboxOptions } from './smtp.ts'

/** A clock that stands still until it is moved. */
export function createClock() {
  let ms = Date.parse('2026-03-01T10:00:00.000Z')
  const clock = () => new Date(ms)
  return Object.assign(clock, { move: (byMs: number) => (ms += byMs) })
}

export const writers = createMailWriters({
  publicUrl: 'https://www.example.com',
  secret: 'a secret of at least thirty-two characters',
  dataDir: '.',
  contactTo: 'The Owner <owner@company.example>',
})

/** A claim as a courier makes it. */
export const claim = { courierId: 'one', writers, most: 10, perSecond: 1000 }

/** What a courier works with, besides its mail server. */
export function courierTools(database: Database, clock = () => new Date(), mailPerSecond = 1000) {
  return { database, writers, mailPerSecond, clock, log: pino({ level: 'silent' }) }
}

/** A courier with short patience, stopped when the test ends. */
export function openCourier(
  database: Database,
  url: string,
  clock: () => Date,
  mailPerSecond = 1000,
  silenceMs = 1000,
) {
  const from = 'Spunta <us@spunta.example>'
  const patience = { connectMs: 20_000, greetingMs: 20_000, silenceMs, mailMs: 600_000 }
  const courier = startCourier({
    ...courierTools(database, clock, mailPerSecond),
    transport: createSmtpTransport({ url, from, patience }),
    from,
  })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= courier.stop())
  onTestFinished(stop)
  return { nudge: () => courier.nudge(), stop }
}

interface QueuedMail {
  kind?: 'message-receipt' | 'message-notice'
  to?: string
}

/** A mail of the site's own, with the message that it is about. */
export async function queue({ db }: Database, now: Date, mail: QueuedMail = {}): Promise<string> {
  const { kind = 'message-receipt', to: email = 'ada@example.com' } = mail
  const id = crypto.randomUUID()
  const words = { name: 'Ada', message: 'Hello', received_at: now.toISOString() }
  await db.transaction().execute(async (trx) => {
    const message = { id, email, email_key: email.toLowerCase(), ...words }
    await trx.insertInto('messages').values(message).execute()
    await queueMails(trx, [{ kind, aboutId: id }], now)
  })
  return id
}

/** An empty outbox, the mail server that it goes to, and a clock that stands still for both. */
export async function openOutbox(dialect: DialectName, answers?: InboxOptions) {
  const database = await openTestDatabase(dialect)
  const inbox = await openInbox(answers)
  const clock = createClock()
  return {
    database,
    db: database.db,
    inbox,
    clock,
    queue: (mail?: QueuedMail) => queue(database, clock(), mail),
    openCourier: ({ url = inbox.url, silenceMs = 1000 } = {}) =>
      openCourier(database, url, clock, 1000, silenceMs),
    rows: () => outboxOf(database),
    /** Waits until it is like that. */
    becomes: (wanted: object[]) =>
      eventually(async () => expect(await outboxOf(database)).toMatchObject(wanted)),
  }
}

/** The outbox in the order of its recipients, with their addresses. */
export async function outboxOf({ db }: Database) {
  return await db
    .selectFrom('outbox')
    .leftJoin('messages', 'messages.id', 'outbox.about_id')
    .selectAll('outbox')
    .select('messages.email as to')
    .orderBy('messages.email')
    .execute()
}

/** It waits long, for machines that others share: a check that holds never does. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, { timeout: 120_000, interval: 10 })
}
