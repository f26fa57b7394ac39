import { z } from 'zod'
import type { Trx } from '#database/schema.ts'
import { email, name } from '#http/field-rules.ts'
import { whoGetsNoMail } from '#mail/objection.ts'
import { subscribe, type SubscribeOptions } from '#newsletter/subscribe.ts'
import { unsubscribeWithin } from '#newsletter/unsubscribe.ts'
import { queueMailboxTask } from './mailbox-task.ts'

/** What a person may put right about themselves. */
export const correctionRules = z.object({ name: name.optional(), email: email.optional() })

export type Correction = z.infer<typeof correctionRules>

/**
 * Puts name and address right. The newsletter moves by an end at the old address and a signup at
 * the new one, which must confirm: nobody can subscribe a third person by a correction.
 */
export async function correct(
  trx: Trx,
  emailKey: string,
  { name: newName, email: address }: Correction,
  options: SubscribeOptions,
  now: Date,
) {
  await queueMailboxTask(trx, 'correct', emailKey, now)
  if (newName !== undefined) {
    await trx
      .updateTable('messages')
      .set({ name: newName })
      .where('email_key', '=', emailKey)
      .execute()
  }
  if (address === undefined) return
  await trx
    .updateTable('messages')
    .set({ email: address.email, email_key: address.key })
    .where('email_key', '=', emailKey)
    .execute()
  const subscriber = await trx
    .selectFrom('subscribers')
    .select(['id', 'status'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  if (subscriber === undefined) return
  if (address.key === emailKey) {
    const { email: spelling } = address
    await trx
      .updateTable('subscribers')
      .set({ email: spelling })
      .where('id', '=', subscriber.id)
      .execute()
  } else if (subscriber.status !== 'unsubscribed') {
    await unsubscribeWithin(trx, subscriber.id, now)
    const objected = await whoGetsNoMail(trx, [address.key])
    if (objected.size === 0) await subscribe(trx, [address], options, now)
  }
}
