import type { Db, Trx } from '#database/schema.ts'
import { findSubscriber } from '#newsletter/find-subscriber.ts'
import { unsubscribeWithin } from '#newsletter/unsubscribe.ts'

/** From now on nothing is done with the address but to keep it, and no mail goes to it. */
export async function recordObjection(trx: Trx, emailKey: string, now: Date) {
  const subscriber = await findSubscriber(trx, emailKey)
  if (subscriber) await unsubscribeWithin(trx, subscriber.id, now)
  await trx
    .insertInto('objections')
    .values({ email_key: emailKey, objected_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute()
}

export async function liftObjection(db: Db, emailKey: string) {
  await db.deleteFrom('objections').where('email_key', '=', emailKey).execute()
}
