import { hash, randomUUIDv7 } from 'node:crypto'
import type { Trx } from '#database/schema.ts'

/** What stands on the site by the signup form and by the button that confirms, word for word. */
export type ConsentTexts = ReturnType<typeof hashConsentTexts>

export function hashConsentTexts(texts: Record<'line' | 'privacy' | 'confirmation', string>) {
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
export async function keepTexts(trx: Trx, texts: ConsentTexts['line'][], now: Date) {
  const hashes = texts.map((text) => text.hash)
  const known = await trx
    .selectFrom('consent_texts')
    .select('hash')
    .where('hash', 'in', hashes)
    .execute()
  for (const text of texts) {
    if (known.some((row) => row.hash === text.hash)) continue
    await trx
      .insertInto('consent_texts')
      .values({ ...text, first_seen_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
  }
}

function hashed(text: string) {
  return { hash: hash('sha256', text), text }
}
