import { pino } from 'pino'
import { expect, onTestFinished, vi } from 'vitest'
import type { Database } from '#database/connect.ts'
import { startCourier } from '#mail/courier.ts'
import type { CourierOptions } from '#mail/courier-options.ts'
import { queueMails } from '#mail/outbox.ts'
import { createSmtpTransport } from '#mail/smtp.ts'
import { createMailWriters } from '#server/mail-writers.ts'
import { openTestDatabase, type DialectName } from './databases.ts'
import { openInbox, type Answers } from './smtp.ts'

/** A clock that stands still until it is moved, or goes on from `Date.now`. */
export function createClock(startMs = () => Date.parse('2026-03-01T10:00:00.000Z')) {
  let movedMs = 0
  const clock = () => new Date(startMs() + movedMs)
  return Object.assign(clock, { move: (byMs: number) => (movedMs += byMs) })
}

export const testSecret = 'a secret of at least thirty-two characters'

export const writers = createMailWriters({
  publicUrl: 'https://www.example.com',
  secret: testSecret,
  dataDir: '.',
  contactTo: 'The Owner <owner@company.example>',
})

/** A claim as a courier makes it. */
export const claim = { courierId: 'one', writers, most: 10, perSecond: 1000 }

type Queued = { to?: string; kind?: 'message-receipt' | 'message-notice' }
type CourierChanges = Partial<CourierOptions> & { url?: string; silenceMs?: number }

/** An empty outbox, the mail server that it goes to, and the clock of both. */
export async function openOutbox(
  dialect: DialectName,
  answers: Answers = {},
  clock = createClock(),
) {
  const database = await openTestDatabase(dialect)
  const { db } = database
  const inbox = await openInbox(answers)
  /** In the order of their recipients, with their addresses. */
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
    inbox,
    clock,
    rows,
    /** Waits until it is like that. */
    becomes: (wanted: object[]) =>
      eventually(async () => expect(await rows()).toMatchObject(wanted)),
    /** A mail of the site's own, with the message that it is about. */
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
    openCourier: (changes?: CourierChanges) =>
      openCourier({ database, url: inbox.url, clock, ...changes }),
  }
}

/** What a courier works with, besides its mail server. */
export const courierTools = (database: Database) => ({
  database,
  writers,
  mailPerSecond: 1000,
  clock: () => new Date(),
  log: pino({ level: 'silent' }),
})

/** A courier with short patience, stopped when the test ends. */
export function openCourier(given: CourierChanges & { database: Database }) {
  const { url = '', silenceMs = 1000, ...options } = given
  const from = 'Spunta <us@spunta.example>'
  const patience = { connectMs: 20_000, greetingMs: 20_000, silenceMs, mailMs: 600_000 }
  const transport = createSmtpTransport({ url, from, patience })
  const courier = startCourier({ ...courierTools(given.database), transport, from, ...options })
  onTestFinished(() => courier.stop())
  return courier
}

/** It waits long, for machines that others share: a check that holds never does. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, { timeout: 120_000, interval: 10 })
}
