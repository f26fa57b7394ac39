import { hash } from 'node:crypto'
import type { Db, Schema } from '#database/schema.ts'

/** The exact words by the signup form and by the button that confirms, each with its hash. */
export type ConsentTexts = ReturnType<typeof hashConsentTexts>

/** The texts that a signup agreed to. */
export type ConsentHashes = Pick<Schema['consents'], 'line_hash' | 'privacy_hash'>

export function hashConsentTexts(texts: Record<'line' | 'privacy' | 'confirmation', string>) {
  const { line, privacy, confirmation } = texts
  return { line: hashed(line), privacy: hashed(privacy), confirmation: hashed(confirmation) }
}

export function signupHashes({ line, privacy }: ConsentTexts): ConsentHashes {
  return { line_hash: line.hash, privacy_hash: privacy.hash }
}

/** At every start, before the first signup can refer to them. */
export async function storeConsentTexts(db: Db, texts: ConsentTexts, now: Date) {
  await db
    .insertInto('consent_texts')
    .values(Object.values(texts).map((text) => ({ ...text, first_seen_at: now.toISOString() })))
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

function hashed(text: string) {
  return { hash: hash('sha256', text), text }
}
