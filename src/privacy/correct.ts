import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { whoObjected } from '#mail/objection.ts'
import { subscribe, type SubscribeOptions } from '#newsletter/subscribe.ts'
import { unsubscribeWithin } from '#newsletter/unsubscribe.ts'

export interface Correction {
  name?: string | undefined
  email?: { email: string; key: string } | undefined
}

/**
 * Puts name and address right. The newsletter moves by an end at the old address and a signup at
 * the new one, which must confirm: nobody can subscribe a third person by a correction.
 */
export async function correct(
  trx: Transaction<Schema>,
  emailKey: string,
  { name, email }: Correction,
  options: SubscribeOptions,
  now: Date,
): Promise<void> {
  if (name !== undefined) {
    await trx.updateTable('messages').set({ name }).where('email_key', '=', emailKey).execute()
  }
  if (email === undefined) return
  await trx
    .updateTable('messages')
    .set({ email: email.email, email_key: email.key })
    .where('email_key', '=', emailKey)
    .execute()
  const subscriber = await trx
    .selectFrom('subscribers')
    .select(['id', 'status'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  if (subscriber === undefined) return
  if (email.key === emailKey) {
    const { email: spelling } = email
    await trx
      .updateTable('subscribers')
      .set({ email: spelling })
      .where('id', '=', subscriber.id)
      .execute()
  } else if (subscriber.status !== 'unsubscribed') {
    await unsubscribeWithin(trx, subscriber.id, now)
    const objected = await whoObjected(trx, [email.key])
    if (objected.size === 0) await subscribe(trx, [email], options, now)
  }
}
