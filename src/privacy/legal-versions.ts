import type { Db } from '#database/schema.ts'
import type { LegalText } from '#site/legal-texts.tsx'

/** The first words that are served under a version are those of that version. */
export async function noteLegalTexts(db: Db, texts: LegalText[], now: Date) {
  await db
    .insertInto('legal_texts')
    .values(texts.map((text) => ({ ...text, first_seen_at: now.toISOString() })))
    .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
    .execute()
}

/** Those that were edited while their version stayed. */
export async function editedTexts(db: Db, texts: LegalText[]): Promise<LegalText[]> {
  const noted = await db.selectFrom('legal_texts').selectAll().execute()
  return texts.filter(({ name, version, hash }) =>
    noted.some((row) => row.name === name && row.version === version && row.hash !== hash),
  )
}
