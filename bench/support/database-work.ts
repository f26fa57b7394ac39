import type { Database } from '#database/connect.ts'
import { probeWrite } from '#intake/probe-write.ts'
import { receiveSubmissions } from '#intake/receive-submissions.ts'
import { claimMail } from '#mail/claim-mail.ts'
import { hashConsentTexts } from '#newsletter/consent.ts'
import { unsubscribe } from '#newsletter/unsubscribe.ts'
import { collectPersonalData } from '#privacy/collect-personal-data.ts'
import { sendDataLink } from '#privacy/data-link.tsx'
import { forgetExpired, forgetShortLived } from '#privacy/forget-expired.ts'
import { createMailWriters } from '#server/mail-writers.ts'

const address = { email: 'ada@example.com', key: 'ada@example.com' }
const consent = hashConsentTexts({
  line: 'I agree.',
  privacy: 'What we keep.',
  confirmation: 'I do.',
})

/** What visitors and the courier ask of the database, again and again. */
export const databaseWork: Record<string, (database: Database, now: Date) => Promise<unknown>> = {
  'a batch of submissions': ({ db }, now) =>
    receiveSubmissions(
      db,
      [
        {
          sender: { client: 'a', network: 'na' },
          submission: { kind: 'newsletter', trapped: false, email: address },
        },
        {
          sender: { client: 'b', network: 'nb' },
          submission: {
            kind: 'message',
            trapped: false,
            email: { email: 'b@example.com', key: 'b@example.com' },
            name: 'B',
            message: 'Hello',
          },
          key: { key_hash: 'k', body_hash: 'b' },
        },
        {
          sender: { client: 'b', network: 'nb' },
          submission: { kind: 'newsletter', trapped: false, email: address },
        },
      ],
      {
        consent,
        submissionsPerMinute: 9,
        onError(error) {
          throw error
        },
      },
      now,
    ),
  'the claim of mail': (database, now) =>
    claimMail(
      database,
      {
        courierId: 'c',
        most: 10,
        perSecond: 10,
        writers: createMailWriters({
          publicUrl: 'https://www.example.com',
          secret: 's'.repeat(32),
          contactTo: 'owner@company.example',
          dataDir: '.',
        }),
      },
      now,
    ),
  'the request for one’s data': ({ db }, now) =>
    db.transaction().execute((trx) => sendDataLink(trx, address, now)),
  'the page of one’s data': ({ db }) => collectPersonalData(db, address.key),
  'an unsubscribe': ({ db }, now) => unsubscribe(db, 'none', now),
  'the look at health': ({ db }, now) => probeWrite(db, now),
  'the daily sweep': ({ db }, now) => forgetExpired(db, now),
  'the sweep of every minute': ({ db }, now) => forgetShortLived(db, now),
}
