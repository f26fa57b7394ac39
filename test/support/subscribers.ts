import type { Kysely } from 'kysely'
import type { Schema, SubscriberTable } from '#database/schema.ts'

/** Rows as the site itself would have made them, a second apart. */
export async function seedSubscribers(
  db: Kysely<Schema>,
  count: number,
  status: SubscriberTable['status'] = 'confirmed',
  first = new Date('2026-03-01T00:00:00.000Z'),
): Promise<void> {
  const batch = 1000
  for (let start = 0; start < count; start += batch) {
    const rows = Array.from({ length: Math.min(batch, count - start) }, (_, index) => {
      const number = start + index
      const at = new Date(first.getTime() + number * 1000).toISOString()
      const email = `person${number}@example.com`
      return {
        id: crypto.randomUUID(),
        email,
        email_key: email,
        status,
        asked_at: at,
        confirmed_at: status === 'pending' ? null : at,
        unsubscribed_at: status === 'unsubscribed' ? at : null,
      }
    })
    await db.insertInto('subscribers').values(rows).execute()
  }
}
