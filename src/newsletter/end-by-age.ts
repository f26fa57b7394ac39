import { sql } from 'kysely'
import { periodStart } from '#content/periods.ts'
import type { Db } from '#database/schema.ts'
import { wasLetterSentSince } from './letter-sending.ts'
import { unsubscribeWithin } from './unsubscribe.ts'

/** A few: others get their turn in between. */
const atOnce = 100

/**
 * Ends what nobody ended: signups that were not confirmed, and subscriptions without a letter for long.
 * Their proof is kept. What is restricted stays as it is.
 */
export async function endByAge(db: Db, now: Date) {
  await returnUnanswered(db, periodStart('pendingSignupDays', now).toISOString())
  const since = periodStart('subscriptionMonths', now).toISOString()
  if (await wasLetterSentSince(db, since)) return
  let found = atOnce
  while (found === atOnce) {
    found = await db.transaction().execute(async (trx) => {
      const old = await trx
        .selectFrom('subscribers')
        .select('id')
        .where('status', '=', 'confirmed')
        // There is an index on when it was asked for, which was earlier.
        .where('asked_at', '<', since)
        .where('confirmed_at', '<', since)
        .where('email_key', 'not in', restricted(trx))
        .limit(atOnce)
        .execute()
      for (const { id } of old) await unsubscribeWithin(trx, id, now)
      return old.length
    })
  }
}

/**
 * Anybody can sign up anybody who has left. Where the address does not answer, it is again what it was,
 * with its proof.
 */
async function returnUnanswered(db: Db, before: string) {
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
    .where('email_key', 'not in', restricted(db))
    .execute()
}

function restricted(db: Db) {
  return db.selectFrom('restrictions').select('email_key')
}
