import type { Trx } from '#database/schema.ts'
import { keepObjection } from '#mail/objection.ts'
import { findSubscriber } from '#newsletter/find-subscriber.ts'
import { unsubscribeWithin } from '#newsletter/unsubscribe.ts'

/** From now on nothing is done with the address but to keep it, and no mail goes to it. */
export async function recordObjection(trx: Trx, emailKey: string, now: Date) {
  const subscriber = await findSubscriber(trx, emailKey)
  if (subscriber) await unsubscribeWithin(trx, subscriber.id, now)
  await keepObjection(trx, emailKey, now)
}
