import { hash } from 'node:crypto'
import type { Db, Schema } from '#database/schema.ts'
import type { Language } from '#language.ts'

/** The exact words by the signup form and by the button that confirms, each with its hash. */
export type ConsentTexts = ReturnType<typeof hashConsentTexts>

/** Only the languages in site.languages are there; no page asks for another. */
export type ConsentEditions = Record<Language, ConsentTexts>

/** The texts that a signup agreed to. */
export type ConsentHashes = Pick<Schema['consents'], 'line_hash' | 'privacy_hash'>

export function hashConsentTexts(texts: Record<'line' | 'privacy' | 'confirmation', string>) {
  const { line, privacy, confirmation } = texts
  return { line: hashed(line), privacy: hashed(privacy), confirmation: hashed(confirmation) }
}

export function signupHashes({ line, privacy }: ConsentTexts): ConsentHashes {
  return { line_hash: line.hash, privacy_hash: privacy.hash }
}

/** Call it at every start, before the first signup can refer to the texts. */
export async function storeConsentTexts(db: Db, editions: Partial<ConsentEditions>, now: Date) {
  const texts = Object.values(editions).flatMap((edition) => Object.values(edition))
  await db
    .insertInto('consent_texts')
    .values(texts.map((text) => ({ ...text, first_seen_at: now.toISOString() })))
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

function hashed(text: string) {
  return { hash: hash('sha256', text), text }
}
