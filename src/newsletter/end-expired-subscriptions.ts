import { sql } from 'kysely'
import { periodStart } from '#content/periods.ts'
import type { Db } from '#database/schema.ts'
import { wasLetterSentSince } from './letter-sending.ts'
import { unsubscribeWithin } from './unsubscribe.ts'

/** Small transactions, so that other writers get through. */
const batchSize = 100

/** Ends signups that nobody confirmed, and subscriptions without a letter for a long time. Their proof stays. */
export async function endExpiredSubscriptions(db: Db, now: Date) {
  await restoreEndedSubscriptions(db, periodStart('pendingSignupDays', now).toISOString())
  const since = periodStart('subscriptionMonths', now).toISOString()
  if (await wasLetterSentSince(db, since)) return
  let found = batchSize
  while (found === batchSize) {
    found = await db.transaction().execute(async (trx) => {
      const old = await trx
        .selectFrom('subscribers')
        .select('id')
        .where('status', '=', 'confirmed')
        // Redundant, but has an index: asked_at is never later than confirmed_at.
        .where('asked_at', '<', since)
        .where('confirmed_at', '<', since)
        .limit(batchSize)
        .execute()
      for (const { id } of old) await unsubscribeWithin(trx, id, now)
      return old.length
    })
  }
}

/** Anyone can sign up an address that has unsubscribed. If nobody confirms, its earlier record and proof are restored. */
async function restoreEndedSubscriptions(db: Db, before: string) {
  const proven = (column: 'asked_at' | 'confirmed_at' | 'withdrawn_at') =>
    sql<string>`(select max(${sql.ref(`consents.${column}`)}) from consents where
      consents.subscriber_id = subscribers.id and consents.confirmed_at is not null)`
  await db
    .updateTable('subscribers')
    .set({
      status: 'unsubscribed',
      asked_at: proven('asked_at'),
      confirmed_at: proven('confirmed_at'),
      unsubscribed_at: proven('withdrawn_at'),
    })
    .where('status', '=', 'pending')
    .where('asked_at', '<', before)
    .where(proven('confirmed_at'), 'is not', null)
    .execute()
}
