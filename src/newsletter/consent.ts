import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'

interface ConsentText {
  hash: string
  text: string
}

/** What stands on the site by the signup form, word for word. */
export interface ConsentTexts {
  line: ConsentText
  privacy: ConsentText
}

export function hashConsentTexts(texts: { line: string; privacy: string }): ConsentTexts {
  return { line: hashed(texts.line), privacy: hashed(texts.privacy) }
}

/** @returns the id of this asking, for its confirmation link */
export async function recordConsent(
  trx: Transaction<Schema>,
  subscriberId: string,
  texts: ConsentTexts,
  now: Date,
): Promise<string> {
  const id = crypto.randomUUID()
  await keepTexts(trx, texts, now)
  await trx
    .insertInto('consents')
    .values({
      id,
      subscriber_id: subscriberId,
      asked_at: now.toISOString(),
      line_hash: texts.line.hash,
      privacy_hash: texts.privacy.hash,
    })
    .execute()
  return id
}

/** Looks first: the privacy text is long, and nearly always known. */
async function keepTexts(trx: Transaction<Schema>, { line, privacy }: ConsentTexts, now: Date) {
  const known = await trx
    .selectFrom('consent_texts')
    .select('hash')
    .where('hash', 'in', [line.hash, privacy.hash])
    .execute()
  for (const { hash, text } of [line, privacy]) {
    if (known.some((row) => row.hash === hash)) continue
    await trx
      .insertInto('consent_texts')
      .values({ hash, text, first_seen_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
  }
}

function hashed(text: string): ConsentText {
  return { hash: createHash('sha256').update(text).digest('hex'), text }
}
