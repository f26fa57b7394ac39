import { pino } from 'pino'
import { onTestFinished, vi } from 'vitest'
import type { Database } from '#database/connect.ts'
import { startCourier, type Courier } from '#mail/courier.ts'
import { queueMail, type Mail } from '#mail/queue-mail.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'

/** A clock that stands still until it is moved. */
export function createClock(start = '2026-03-01T10:00:00.000Z') {
  let ms = Date.parse(start)
  const clock = () => new Date(ms)
  return Object.assign(clock, { move: (byMs: number) => (ms += byMs) })
}

/** A courier with short patience, stopped when the test ends. */
export function openCourier(
  database: Database,
  url: string,
  clock: () => Date,
  mailPerSecond = 1000,
  silenceMs = 1000,
): Courier {
  const from = 'Spunta <us@spunta.example>'
  const patience = { connectMs: 1000, greetingMs: 1000, silenceMs, mailMs: 600_000 }
  const courier = startCourier({
    database,
    transport: createSmtpTransport({ url, from, patience }),
    from,
    mailPerSecond,
    clock,
    log: pino({ level: 'silent' }),
  })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= courier.stop())
  onTestFinished(stop)
  return { nudge: () => courier.nudge(), stop }
}

export async function queue({ db }: Database, now: Date, changes: Partial<Mail> = {}) {
  const mail: Mail = {
    kind: 'confirm-signup',
    to: 'ada@example.com',
    subject: 'Please confirm',
    html: '<p>Hello</p>',
    text: 'Hello',
    ...changes,
  }
  await db.transaction().execute((trx) => queueMail(trx, mail, now))
}

/** The outbox in the order of its recipients. */
export async function outboxOf({ db }: Database) {
  return await db.selectFrom('outbox').selectAll().orderBy('to_email').execute()
}

export async function eventually(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, { timeout: 15_000, interval: 10 })
}
