import { sql } from 'kysely'
import type { Db, Trx } from '#database/schema.ts'
import { lockSubscriber } from './lock-subscriber.ts'

/**
 * Ends the subscription and every asking before it. Twice is fine, and so is one that is gone.
 * @returns whether it was there
 */
export async function unsubscribe(db: Db, subscriberId: string, now: Date): Promise<boolean> {
  return await db.transaction().execute((trx) => unsubscribeWithin(trx, subscriberId, now))
}

export async function unsubscribeWithin(trx: Trx, subscriberId: string, now: Date) {
  const subscriber = await lockSubscriber(trx, subscriberId)
  const at = now.toISOString()
  await trx
    .updateTable('subscribers')
    .set({
      status: 'unsubscribed',
      // What had ended before a stranger signed it up again ended then.
      unsubscribed_at: sql<string>`coalesce(unsubscribed_at, ${at})`,
    })
    .where('id', '=', subscriberId)
    .where('status', '!=', 'unsubscribed')
    .execute()
  // An old confirmation link must not confirm a later signup.
  await trx
    .updateTable('consents')
    .set({ withdrawn_at: at })
    .where('subscriber_id', '=', subscriberId)
    .where('withdrawn_at', 'is', null)
    .execute()
  return subscriber !== undefined
}
