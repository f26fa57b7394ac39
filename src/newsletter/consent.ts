import type { Db, Schema } from '#database/schema.ts'
import type { Language } from '#language.ts'
import type { ConsentTexts } from '#site/consent-texts.tsx'

/** Of the languages in site.languages, which has English always. */
export type ConsentEditions = Partial<Record<Language, ConsentTexts>> & { en: ConsentTexts }

/** Before the launch and from then on. */
export type ConsentStages = { since: string | null; consent: ConsentEditions }[]

/** The texts that a signup agreed to. */
export type ConsentHashes = Pick<Schema['consents'], 'line_hash' | 'privacy_hash'>

export function signupHashes({ line, privacy }: ConsentTexts): ConsentHashes {
  return { line_hash: line.hash, privacy_hash: privacy.hash }
}

/** English if the language is off. */
export function consentIn(editions: ConsentEditions, language: Language): ConsentTexts {
  return editions[language] ?? editions.en
}

/** Call it at every start, before the first signup can refer to the texts. */
export async function storeConsentTexts(db: Db, editions: ConsentEditions[], now: Date) {
  const all = editions
    .flatMap((edition) => Object.values(edition))
    .flatMap((texts) => Object.values(texts))
  // Most texts are the same before and after the launch.
  const texts = [...new Map(all.map((text) => [text.hash, text])).values()]
  await db
    .insertInto('consent_texts')
    .values(texts.map((text) => ({ ...text, first_seen_at: now.toISOString() })))
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}
