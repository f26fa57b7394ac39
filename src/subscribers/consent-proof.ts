import { hash } from 'node:crypto'
import { companyLines } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import type { Db } from '#database/schema.ts'
import type { Language, Words } from '#language.ts'
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

const words = {
  en: {
    title: `Proof of consent to the ${site.brand} newsletter`,
    created: 'Created',
    address: 'Address',
    now: 'Now',
    states: { pending: 'pending', confirmed: 'confirmed', unsubscribed: 'unsubscribed' },
    none: 'No consent is on record.',
    consent: (number: number, total: number) => `Consent ${number} of ${total}`,
    asked: 'Asked',
    confirmed: 'Confirmed',
    never: 'never',
    how: 'with the button on the page linked in our email to the address',
    ended: 'Ended',
    no: 'no',
    line: 'Consent text',
    privacy: 'Privacy text',
    confirmation: 'Confirmation',
    noText: 'no text on record',
    checked: 'Checked',
    match: 'the texts below have exactly these hashes',
    mismatch: 'THE TEXTS BELOW DO NOT HAVE THESE HASHES',
    text: 'Text',
  },
  it: {
    title: `Prova del consenso alla newsletter di ${site.brand}`,
    created: 'Documento creato il',
    address: 'Indirizzo',
    now: 'Stato dell’iscrizione',
    states: { pending: 'in attesa', confirmed: 'confermata', unsubscribed: 'annullata' },
    none: 'Non risulta alcun consenso.',
    consent: (number: number, total: number) => `Consenso ${number} di ${total}`,
    asked: 'Richiesta',
    confirmed: 'Conferma',
    never: 'nessuna',
    how: 'con il pulsante della pagina aperta dal link nella nostra email a questo indirizzo',
    ended: 'Fine',
    no: 'nessuna',
    line: 'Testo del consenso',
    privacy: 'Testo dell’informativa',
    confirmation: 'Testo della conferma',
    noText: 'nessun testo registrato',
    checked: 'Verifica',
    match: 'i testi riportati sotto hanno esattamente questi hash',
    mismatch: 'I TESTI RIPORTATI SOTTO NON HANNO QUESTI HASH',
    text: 'Testo',
  },
} satisfies Words

/** A proof of consent as lines of text, for an authority or a court. The texts are in the language they were shown in. */
export function consentDocument(proof: ConsentProof, language: Language, now: Date): string[] {
  const text = words[language]
  const { email, status, consents } = proof
  const lines = [
    text.title,
    `${text.created} ${now.toISOString()}`,
    '',
    ...companyLines(language),
    '',
    ...facts([
      [text.address, email],
      [text.now, text.states[status]],
    ]),
  ]
  if (consents.length === 0) lines.push('', text.none)
  const shown = new Map<string, string>()
  for (const [index, consent] of consents.entries()) {
    const { confirmedAt, consentHash, privacyHash, confirmationHash } = consent
    lines.push(
      '',
      text.consent(index + 1, consents.length),
      ...facts([
        [text.asked, consent.askedAt],
        [text.confirmed, confirmedAt === null ? text.never : `${confirmedAt}, ${text.how}`],
        [text.ended, consent.withdrawnAt ?? text.no],
        [text.line, `SHA-256 ${consentHash}`],
        [text.privacy, `SHA-256 ${privacyHash}`],
        [
          text.confirmation,
          confirmationHash === null ? text.noText : `SHA-256 ${confirmationHash}`,
        ],
        [text.checked, consent.textsMatchHashes ? text.match : text.mismatch],
      ]),
    )
    shown.set(consentHash, consent.consentText)
    shown.set(privacyHash, consent.privacyText)
    if (confirmationHash) shown.set(confirmationHash, consent.confirmationText!)
  }
  for (const [textHash, whole] of shown)
    lines.push('', `--- ${text.text} ${textHash}`, whole.trimEnd(), '---')
  return lines
}

/** Titles in one column. */
function facts(rows: [title: string, fact: string][]): string[] {
  const width = Math.max(...rows.map(([title]) => title.length))
  return rows.map(([title, fact]) => `${title.padEnd(width)}  ${fact}`)
}

/** Confirmation mails are about these. */
export async function consentIdsOf(db: Db, subscriberId: string): Promise<string[]> {
  const ids = db.selectFrom('consents').select('id').where('subscriber_id', '=', subscriberId)
  return (await ids.execute()).map(({ id }) => id)
}
