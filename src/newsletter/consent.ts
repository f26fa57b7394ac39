import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Trx } from '#database/schema.ts'

interface ConsentText {
  hash: string
  text: string
}

/** What stands on the site by the signup form, word for word. */
export interface ConsentTexts {
  line: ConsentText
  privacy: ConsentText
  /** By the button that confirms. */
  confirmation: ConsentText
}

export function hashConsentTexts(texts: Record<keyof ConsentTexts, string>): ConsentTexts {
  const { line, privacy, confirmation } = texts
  return { line: hashed(line), privacy: hashed(privacy), confirmation: hashed(confirmation) }
}

/** @returns each asking's id, for its confirmation link */
export async function recordConsents<Subscriber extends { id: string }>(
  trx: Trx,
  subscribers: Subscriber[],
  texts: ConsentTexts,
  now: Date,
): Promise<{ id: string; subscriber: Subscriber }[]> {
  if (subscribers.length === 0) return []
  await keepTexts(trx, [texts.line, texts.privacy], now)
  const asked = subscribers.map((subscriber) => ({ id: randomUUIDv7(), subscriber }))
  await trx
    .insertInto('consents')
    .values(
      asked.map(({ id, subscriber }) => ({
        id,
        subscriber_id: subscriber.id,
        asked_at: now.toISOString(),
        line_hash: texts.line.hash,
        privacy_hash: texts.privacy.hash,
      })),
    )
    .execute()
  return asked
}

/** Looks first: the privacy text is long, and nearly always known. */
export async function keepTexts(trx: Trx, texts: ConsentText[], now: Date) {
  const known = await trx
    .selectFrom('consent_texts')
    .select('hash')
    .where(
      'hash',
      'in',
      texts.map(({ hash }) => hash),
    )
    .execute()
  for (const { hash, text } of texts) {
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
