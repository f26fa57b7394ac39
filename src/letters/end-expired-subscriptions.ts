import { sql } from 'kysely'
import { periodStart } from '#content/periods.ts'
import type { Db, Trx } from '#database/schema.ts'
import { wasLetterSentSince } from './stored-letters.ts'
import { unsubscribeWithin } from '#subscribers/unsubscribe.ts'

/** Small transactions, so that other writers get through. */
const batchSize = 100

/**
 * Ends signups that nobody confirmed after an earlier subscription, subscriptions without a letter for a long time, and
 * those of addresses that refused mail for so long that the record of it is now deleted. Their proof stays.
 */
export async function endExpiredSubscriptions(db: Db, now: Date) {
  await restoreEndedSubscriptions(db, periodStart('pendingSignupDays', now).toISOString())
  await endBlockedSubscriptions(db, now)
  const since = periodStart('subscriptionMonths', now).toISOString()
  if (await wasLetterSentSince(db, since)) return
  await endEach(db, now, (confirmed) =>
    confirmed
      // Redundant, but has an index: asked_at is never later than confirmed_at.
      .where('asked_at', '<', since)
      .where('confirmed_at', '<', since),
  )
}

/** Otherwise they would get letters again. */
async function endBlockedSubscriptions(db: Db, now: Date) {
  const blocked = db
    .selectFrom('suppressions')
    .select('email_key')
    .where('cause', 'in', ['bounce', 'owner'])
    .where('created_at', '<', periodStart('suppressionMonths', now).toISOString())
  await endEach(db, now, (confirmed) => confirmed.where('email_key', 'in', blocked))
}

type Confirmed = ReturnType<typeof confirmedSubscribers>

const confirmedSubscribers = (trx: Trx) =>
  trx.selectFrom('subscribers').select('id').where('status', '=', 'confirmed')

async function endEach(db: Db, now: Date, restrict: (confirmed: Confirmed) => Confirmed) {
  let found = batchSize
  while (found === batchSize) {
    found = await db.transaction().execute(async (trx) => {
      const old = await restrict(confirmedSubscribers(trx)).limit(batchSize).execute()
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
