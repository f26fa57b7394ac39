import { hash } from 'node:crypto'
import { companyLines } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import type { Db } from '#database/schema.ts'
import { findSubscriber } from './list-subscribers.ts'

type ConsentProof = NonNullable<Awaited<ReturnType<typeof readConsentProof>>>

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

/** A proof of consent as lines of text, for an authority or a court. */
export function consentDocument(proof: ConsentProof, now: Date): string[] {
  const lines = [
    `Proof of consent to the ${site.brand} newsletter`,
    `Created ${now.toISOString()}`,
    '',
    ...companyLines('en'),
    '',
    `Address       ${proof.email}`,
    `Now           ${proof.status}`,
  ]
  if (proof.consents.length === 0) lines.push('', 'No consent is on record.')
  const texts = new Map<string, string>()
  for (const [index, consent] of proof.consents.entries()) {
    lines.push(
      '',
      `Consent ${index + 1} of ${proof.consents.length}`,
      `Asked         ${consent.askedAt}`,
      `Confirmed     ${consent.confirmedAt === null ? 'never' : `${consent.confirmedAt}, with the button on the page linked in our mail to the address`}`,
      `Ended         ${consent.withdrawnAt ?? 'no'}`,
      `Consent text  SHA-256 ${consent.consentHash}`,
      `Privacy text  SHA-256 ${consent.privacyHash}`,
      `Confirmation  ${consent.confirmationHash === null ? 'no text on record' : `SHA-256 ${consent.confirmationHash}`}`,
      `Checked       ${consent.textsMatchHashes ? 'the texts below have exactly these hashes' : 'THE TEXTS BELOW DO NOT HAVE THESE HASHES'}`,
    )
    texts.set(consent.consentHash, consent.consentText)
    texts.set(consent.privacyHash, consent.privacyText)
    if (consent.confirmationHash) texts.set(consent.confirmationHash, consent.confirmationText!)
  }
  for (const [textHash, text] of texts)
    lines.push('', `--- Text ${textHash}`, text.trimEnd(), '---')
  return lines
}

/** Confirmation mails are about these. */
export async function consentIdsOf(db: Db, subscriberId: string): Promise<string[]> {
  const ids = db.selectFrom('consents').select('id').where('subscriber_id', '=', subscriberId)
  return (await ids.execute()).map(({ id }) => id)
}
