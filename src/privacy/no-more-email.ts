import type { Trx } from '#database/schema.ts'
import { liftSuppression, suppress } from '#mail/suppressions.ts'
import { findSubscriber } from '#newsletter/list-subscribers.ts'
import { unsubscribeWithin } from '#newsletter/unsubscribe.ts'

/** Switching it on also ends the subscription; switching it off does not lift a suppression of another cause. */
export async function setNoMoreEmail(trx: Trx, emailKey: string, isOn: boolean, now: Date) {
  if (!isOn) return void (await liftSuppression(trx, emailKey, ['person']))
  const subscriber = await findSubscriber(trx, emailKey)
  if (subscriber) await unsubscribeWithin(trx, subscriber.id, now)
  const wish = { cause: 'person', reason: 'asked for no more email' } as const
  await suppress(trx, [emailKey], wish, now)
}
