import { createSmtpTransport } from '#mail/smtp-transport.ts'
import { startLaunch } from '#launch/start-launch.ts'
import type { SendLaunchOptions } from '#launch/send-launch.ts'
import { openTestDatabase, type DialectName } from './databases.ts'
import { seedSubscribers } from './subscribers.ts'

export const clock = () => new Date()

export async function launchTo(dialect: DialectName, people: number) {
  const database = await openTestDatabase(dialect)
  await seedSubscribers(database.db, people)
  await startLaunch(database, { subject: 'We are live', body: 'Hello' }, clock())
  return database
}

export function runOptions(
  database: SendLaunchOptions['database'],
  url: string,
  more: Partial<SendLaunchOptions> = {},
): SendLaunchOptions {
  return {
    database,
    transport: createSmtpTransport({ url, from: 'site@example.com' }),
    mailFor: ({ email, subscriberId }) => ({
      to: email,
      subject: 'We are live',
      html: '<p>Hello</p>',
      text: 'Hello',
      replyTo: null,
      unsubscribeUrl: null,
      messageId: `${subscriberId}@example.com`,
      date: clock(),
    }),
    mailPerSecond: 1_000_000,
    retryPausesMs: [20, 40],
    clock,
    signal: new AbortController().signal,
    onPause: () => {},
    ...more,
  }
}

/** Of each state in the ledger. */
export const nobody = { queued: 0, sending: 0, sent: 0, failed: 0, in_doubt: 0, skipped: 0 }
