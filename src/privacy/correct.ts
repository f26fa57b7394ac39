import { z } from 'zod'
import type { Trx } from '#database/schema.ts'
import { email, name } from '#http/field-rules.ts'
import { lifetimes } from '#lifetimes.ts'
import { takeMailAllowances } from '#mail/mail-allowance.ts'
import { moveMail } from '#mail/move-mail.ts'
import { objectedOrRestricted } from '#mail/objected-or-restricted.ts'
import { findSubscriber } from '#newsletter/find-subscriber.ts'
import type { ConsentTexts } from '#newsletter/consent.ts'
import { subscribe } from '#newsletter/subscribe.ts'
import { unsubscribeWithin } from '#newsletter/unsubscribe.ts'
import { queueMailboxTask } from './mailbox-task.tsx'

/** What a person may put right about themselves. */
export const correctionRules = z.object({ name: name.optional(), email: email.optional() })

/**
 * Puts name and address right. The newsletter moves by an end at the old address and a signup at
 * the new one, which must confirm: nobody can subscribe a third person by a correction.
 * @returns whether anything was other than it is now
 */
export async function correct(
  trx: Trx,
  emailKey: string,
  { name: newName, email: address }: z.infer<typeof correctionRules>,
  consent: ConsentTexts,
  now: Date,
): Promise<boolean> {
  const messages = await trx
    .selectFrom('messages')
    .select(['name', 'email'])
    .where('email_key', '=', emailKey)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  // The form shows the newest name: left as it is, it says nothing about messages under another.
  const isRenamed = newName !== undefined && newName !== messages[0]?.name
  const change = {
    ...(isRenamed && { name: newName }),
    ...(address && { email: address.email, email_key: address.key }),
  }
  const hasChanged = messages.some((row) => isRenamed || (address && address.email !== row.email))
  if (hasChanged) {
    if (address && address.key !== emailKey) await dropReceipts(trx, emailKey, now)
    await askOwner(trx, emailKey, now)
    await trx.updateTable('messages').set(change).where('email_key', '=', emailKey).execute()
  }
  if (address === undefined) return hasChanged
  // In one order: two who take each other's address wait for each other, and lock nothing up.
  for (const key of [emailKey, address.key].toSorted()) {
    await trx
      .updateTable('subscribers')
      .set({ email_key: key })
      .where('email_key', '=', key)
      .execute()
  }
  const subscriber = await findSubscriber(trx, emailKey)
  if (subscriber === undefined) return hasChanged
  if (address.key === emailKey) {
    const { id } = subscriber
    const spelling = { email: address.email }
    await trx.updateTable('subscribers').set(spelling).where('id', '=', id).execute()
    return hasChanged || subscriber.email !== address.email
  }
  if (subscriber.status === 'unsubscribed') return hasChanged
  await unsubscribeWithin(trx, subscriber.id, now)
  const optedOut = await objectedOrRestricted(trx, [address.key])
  if (optedOut.size === 0) await subscribe(trx, [address], consent, now)
  return true
}

/** They would go to the new address, and nobody has shown yet whose that is. */
async function dropReceipts(trx: Trx, emailKey: string, now: Date) {
  const theirs = trx.selectFrom('messages').select('id').where('email_key', '=', emailKey)
  const receipts = await trx
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'message-receipt')
    .where('about_id', 'in', theirs)
    .execute()
  const ids = receipts.map(({ id }) => id)
  const change = { due_at: now.toISOString(), last_error: 'the address was corrected meanwhile' }
  // Those in hand go to the old address; put off, they would come back for the new one.
  const unsent = ['queued', 'sending', 'failed'] as const
  const moves = unsent.map((from) => ({ ids, from, to: 'skipped' as const, change }))
  await moveMail(trx, moves)
}

/** To mind it in the mailbox. A few times a day: anybody can correct what they wrote themselves, again and again. */
async function askOwner(trx: Trx, emailKey: string, now: Date) {
  const most = lifetimes.correctionsPerDay
  const mayAsk = await takeMailAllowances(trx, 'mailbox-task', [emailKey], most, now)
  if (mayAsk.size > 0) await queueMailboxTask(trx, 'correct', emailKey, now)
}
