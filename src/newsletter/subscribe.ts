import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'

/** A new address and one that left before become pending; a pending or confirmed one stays as it is. */
export async function subscribe(
  trx: Transaction<Schema>,
  address: { email: string; key: string },
  now: Date,
): Promise<void> {
  const asked = { email: address.email, status: 'pending', asked_at: now.toISOString() } as const
  await trx
    .insertInto('subscribers')
    .values({ id: crypto.randomUUID(), email_key: address.key, ...asked })
    .onConflict((conflict) =>
      conflict
        .column('email_key')
        .doUpdateSet({ ...asked, confirmed_at: null, unsubscribed_at: null })
        .where('subscribers.status', '=', 'unsubscribed'),
    )
    .execute()
}
