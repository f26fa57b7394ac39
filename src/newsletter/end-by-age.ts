import { sql } from 'kysely'
import type { Db } from '#database/schema.ts'
import { unsubscribeWithin } from './unsubscribe.ts'

interface Ages {
  /** Asked before this and not confirmed. */
  unanswered: Date
  /** Confirmed before this, and no letter since. */
  confirmed: Date
  /** Whose subscriptions stay as they are. */
  except: string[]
}

/** A few: others get their turn in between. */
const atOnce = 100

/** Ends what nobody ended. Its proof is kept. */
export async function endByAge(db: Db, { unanswered, confirmed, except }: Ages, now: Date) {
  await returnUnanswered(db, unanswered.toISOString(), except)
  const since = confirmed.toISOString()
  const letter = await db
    .selectFrom('letters')
    .select('name')
    .where('due_at', '>=', since)
    .where('sent', '>', 0)
    .executeTakeFirst()
  if (letter) return
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
        .$if(except.length > 0, (query) => query.where('email_key', 'not in', except))
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
async function returnUnanswered(db: Db, before: string, except: string[]) {
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
    .$if(except.length > 0, (query) => query.where('email_key', 'not in', except))
    .execute()
}
