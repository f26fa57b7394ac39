import { hash } from 'node:crypto'
import type { Db } from '#database/schema.ts'
import { findSubscriber } from './list-subscribers.ts'

export type ConsentProof = NonNullable<Awaited<ReturnType<typeof readConsentProof>>>

/** The consents of an address with times and exact texts; undefined if there is no signup. */
export async function readConsentProof(db: Db, emailKey: string) {
  const subscriber = await findSubscriber(db, emailKey)
  if (!subscriber) return undefined
  const { id, email, status, unsubscribed_at: unsubscribedAt } = subscriber
  const rows = await db
    .selectFrom('consents')
    .innerJoin('consent_texts as line', 'line.hash', 'consents.line_hash')
    .innerJoin('consent_texts as privacy', 'privacy.hash', 'consents.privacy_hash')
    .leftJoin('consent_texts as confirmation', 'confirmation.hash', 'consents.confirm_hash')
    .select([
      'asked_at as askedAt',
      'confirmed_at as confirmedAt',
      'withdrawn_at as withdrawnAt',
      'line_hash as consentHash',
      'line.text as consentText',
      'privacy_hash as privacyHash',
      'privacy.text as privacyText',
      'confirm_hash as confirmationHash',
      'confirmation.text as confirmationText',
    ])
    .where('subscriber_id', '=', id)
    .orderBy('asked_at')
    .execute()
  const consents = rows.map((row) =>
    Object.assign(row, {
      textsMatchHashes:
        hash('sha256', row.consentText) === row.consentHash &&
        hash('sha256', row.privacyText) === row.privacyHash &&
        (row.confirmationText === null ||
          hash('sha256', row.confirmationText) === row.confirmationHash),
    }),
  )
  return { email, status, unsubscribedAt, consents }
}

/** Confirmation mails are about these. */
export async function consentIdsOf(db: Db, subscriberId: string): Promise<string[]> {
  const ids = db.selectFrom('consents').select('id').where('subscriber_id', '=', subscriberId)
  return (await ids.execute()).map(({ id }) => id)
}
