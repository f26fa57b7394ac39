import type { Db, Schema } from '#database/schema.ts'
import { allLanguages, type Language } from '#language.ts'
import { nameTexts, shownTexts, type ConsentKind } from '#shown-texts.ts'
import type { ConsentTexts } from '#site/consent-texts.tsx'

/** Of the languages in site.languages, which has English always. */
export type ConsentTextsByLanguage = Partial<Record<Language, ConsentTexts>> & { en: ConsentTexts }

/** The texts that a signup agreed to. */
export type ConsentHashes = Pick<Schema['consents'], 'line_hash' | 'privacy_hash'>

export function signupHashes({ line, privacy }: ConsentTexts): ConsentHashes {
  return { line_hash: line.hash, privacy_hash: privacy.hash }
}

/** The texts that a page says it showed, with its language and today's texts in that language. */
interface Shown {
  name: string | undefined
  language: Language
  today: ConsentTexts
}

/** @returns undefined if the page names texts that were never ours in its language */
export async function findSignupTexts(db: Db, shown: Shown): Promise<ConsentHashes | undefined> {
  const [line_hash, privacy_hash] = (await findShownTexts(db, shownTexts.signup, shown)) ?? []
  return line_hash && privacy_hash ? { line_hash, privacy_hash } : undefined
}

/** @returns the hash, or undefined if the page names a text that was never ours in its language */
export async function findConfirmationText(db: Db, shown: Shown): Promise<string | undefined> {
  return (await findShownTexts(db, shownTexts.confirmation, shown))?.[0]
}

/** The hashes of the texts that a page showed: it may be from before the launch or before a release. */
async function findShownTexts(
  db: Db,
  kinds: readonly ConsentKind[],
  { name, language, today }: Shown,
): Promise<string[] | undefined> {
  if (!name || name === nameTexts(kinds, today)) return kinds.map((kind) => today[kind].hash)
  const hashes = name.split('.')
  if (hashes.length !== kinds.length || !hashes.every((hash) => /^[\da-f]{64}$/.test(hash))) {
    return undefined
  }
  const stored = await db
    .selectFrom('consent_texts')
    .select(['hash', 'kind'])
    .where('hash', 'in', hashes)
    .where('language', '=', language)
    .execute()
  const isOurs = kinds.every((kind, at) =>
    stored.some((text) => text.kind === kind && text.hash === hashes[at]),
  )
  return isOurs ? hashes : undefined
}

/** English if the language is off. */
export function consentIn(texts: ConsentTextsByLanguage, language: Language): ConsentTexts {
  return texts[language] ?? texts.en
}

/** Call it at every start, before the first signup can refer to the texts. */
export async function storeConsentTexts(db: Db, stages: ConsentTextsByLanguage[], now: Date) {
  const all = stages.flatMap((texts) =>
    allLanguages.flatMap((language) =>
      Object.entries(texts[language] ?? {}).map(([kind, text]) => ({
        ...text,
        kind: kind as ConsentKind,
        language,
      })),
    ),
  )
  // Most texts are the same before and after the launch.
  const texts = [...new Map(all.map((text) => [text.hash, text])).values()]
  await db
    .insertInto('consent_texts')
    .values(texts.map((text) => ({ ...text, first_seen_at: now.toISOString() })))
    .onConflict((conflict) =>
      // Rows from before these columns get them.
      conflict.column('hash').doUpdateSet((row) => ({
        kind: row.ref('excluded.kind'),
        language: row.ref('excluded.language'),
      })),
    )
    .execute()
}
