import { hash } from 'node:crypto'
import type { Database } from '#database/connect.ts'
import { readListPage } from '#database/read-rows.ts'
import { processSubmissions } from '#intake/process-submission.ts'
import { toSubmission } from '#intake/intake.ts'
import { countStuckSubmissions, probeWrite, storeSubmissions } from '#intake/submissions.ts'
import { claimMail } from '#mail/claim-mail.ts'
import { countMailByStatus, findMail, readMailScreen, readStuckSince } from '#mail/outbox.ts'
import { readHourlyLimit } from '#mail/hourly-limit.ts'
import { listMessages, messageKey, searchMessages } from '#messages/list-messages.ts'
import { messageNoticeSample } from '#messages/message-notice-mail.tsx'
import { storeMessage } from '#messages/store-message.ts'
import { signupHashes, storeConsentTexts } from '#subscribers/consent.ts'
import { listSubscribers, searchSubscribers, subscriberKey } from '#subscribers/list-subscribers.ts'
import { unsubscribe } from '#subscribers/unsubscribe.ts'
import { collectPersonalData } from '#privacy/collect-personal-data.ts'
import { sendDataLink } from '#privacy/data-link.tsx'
import { deleteExpired, deleteShortLived } from '#privacy/delete-expired.ts'
import { createMailKinds } from '#owner/mail-kinds.ts'

const address = { email: 'ada@example.com', key: 'ada@example.com' }
const hashed = (text: string) => ({ hash: hash('sha256', text), text })
const consent = {
  line: hashed('I agree.'),
  privacy: hashed('What we keep.'),
  confirmation: hashed('I do.'),
}
const kinds = createMailKinds({
  publicUrl: 'https://www.example.com',
  secret: 's'.repeat(32),
  contactTo: 'owner@company.example',
  diskDir: '.',
  adminCommand: 'npm run admin --',
  unconfirmedMailPerHour: 1000,
})
const lease = { holder: 'bench', isHeld: () => true, async check() {}, async release() {} }
const signup = (now: Date) =>
  toSubmission(
    {
      kind: 'newsletter',
      trapped: false,
      email: address,
      language: 'en',
      consent: signupHashes(consent),
    },
    now,
  )

/** Stores the texts that signups refer to, as a server does at its start. */
export const prepareDatabaseWork = (database: Database, now: Date) =>
  storeConsentTexts(database.db, [{ en: consent }], now)

/** The frequent database work of requests and workers. */
export const databaseWork: Record<string, (database: Database, now: Date) => Promise<unknown>> = {
  'storing a submission': ({ db }, now) =>
    storeSubmissions(db, [signup(now)], (error) => {
      throw error
    }),
  'processing a signup': ({ db }, now) => {
    const unset = { attempts: 1, due_at: '', processed_at: null, last_error: null }
    return db
      .transaction()
      .execute((trx) => processSubmissions(trx, [{ ...signup(now), ...unset }], now))
  },
  'storing a message': ({ db }, now) => {
    const texts = messageNoticeSample.values
    const message = { email: address, language: 'en' as const, texts }
    return db.transaction().execute((trx) => storeMessage(trx, message, now, now))
  },
  'the hourly limit': ({ db }, now) => readHourlyLimit(db, kinds, 1000, now),
  'claiming mail': ({ db }, now) =>
    claimMail(
      db,
      { lease, kinds },
      {
        max: 10,
        maxLetters: 10,
        lettersFirst: false,
        latestFirst: false,
        unconfirmed: { left: 10, isNewestFirst: false },
      },
      now,
    ),
  'a data request': ({ db }, now) =>
    db.transaction().execute((trx) => sendDataLink(trx, address, 'en', now)),
  'the data page': ({ db }) => collectPersonalData(db, address.key, 'en'),
  'finding a mail by its id': ({ db }) => findMail(db, '019d2c3e-7a41'),
  'a screen of the console': async ({ db }) => {
    const after = ['2026-01-01T00:00:00.000Z', 'x']
    const open = listMessages(db, { status: 'received', open: true })
    await readListPage(open, messageKey, after)
    await readListPage(listSubscribers(db, { status: 'confirmed' }), subscriberKey, after)
    await readMailScreen(db, kinds, { letter: null, status: 'failed' }, after)
    await countMailByStatus(db)
  },
  'a search in the console': async ({ db }) => {
    await searchMessages(db, 'ada')
    await searchSubscribers(db, 'ada')
    await searchSubscribers(db, '@example.net')
  },
  'an unsubscribe': ({ db }, now) => unsubscribe(db, 'none', now),
  'the health check': ({ db }, now) => probeWrite(db, now),
  'the readiness check': async ({ db }) => {
    await readStuckSince(db)
    await countStuckSubmissions(db)
  },
  'the daily cleanup': ({ db }, now) => deleteExpired(db, now),
  'the cleanup each minute': ({ db }, now) => deleteShortLived(db, now),
}
