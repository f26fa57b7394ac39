import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { takeMailAllowance } from '#mail/mail-allowance.ts'
import { hasObjected } from '#mail/objection.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { retention } from '#privacy/retention.ts'
import { recordConsent, type ConsentTexts } from './consent.ts'
import type { LinkOptions } from './subscription-links.ts'

export interface SubscribeOptions extends LinkOptions {
  consent: ConsentTexts
}

/**
 * A new address and one that left before become pending and are asked to confirm; a pending one is
 * asked again, a few times a day at most; a confirmed one stays as it is.
 */
export async function subscribe(
  trx: Transaction<Schema>,
  address: { email: string; key: string },
  options: SubscribeOptions,
  now: Date,
): Promise<void> {
  if (await hasObjected(trx, address.key)) return
  const begun = await becomePending(trx, address, now)
  const { id, status } = begun ?? (await subscriberOf(trx, address.key))
  if (status === 'confirmed') return
  const most = retention.confirmationsPerDay
  const mayWrite = await takeMailAllowance(trx, 'confirm-signup', address.key, most, now)
  if (!begun && !mayWrite) return
  // Each asking counts by itself: any of its letters may be the one that is answered.
  const consentId = await recordConsent(trx, id, options.consent, now)
  if (!begun) await askedAgain(trx, id, now)
  if (!mayWrite) return
  await queueMail(trx, 'confirm-signup', consentId, now)
}

async function becomePending(
  trx: Transaction<Schema>,
  address: { email: string; key: string },
  now: Date,
) {
  const asked = { email: address.email, status: 'pending', asked_at: now.toISOString() } as const
  return await trx
    .insertInto('subscribers')
    .values({ id: crypto.randomUUID(), email_key: address.key, ...asked })
    .onConflict((conflict) =>
      conflict
        .column('email_key')
        .doUpdateSet({ ...asked, confirmed_at: null, unsubscribed_at: null })
        .where('subscribers.status', '=', 'unsubscribed'),
    )
    .returning(['id', 'status'])
    .executeTakeFirst()
}

async function subscriberOf(trx: Transaction<Schema>, emailKey: string) {
  return await trx
    .selectFrom('subscribers')
    .select(['id', 'status'])
    .where('email_key', '=', emailKey)
    .executeTakeFirstOrThrow()
}

async function askedAgain(trx: Transaction<Schema>, id: string, now: Date) {
  await trx
    .updateTable('subscribers')
    .set({ asked_at: now.toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}
