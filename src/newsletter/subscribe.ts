import { randomUUIDv7 } from 'node:crypto'
import { countStep } from '#database/funnel.ts'
import type { SubscriberTable, Trx } from '#database/schema.ts'
import type { EmailAddress } from '#email-address.ts'
import { takeMailAllowance } from '#mail/mail-allowance.ts'
import { queueMails } from '#mail/outbox.ts'
import type { ConsentHashes } from './consent.ts'

interface Signup {
  address: EmailAddress
  /** Hashes of the texts that stood by the form. */
  consent: ConsentHashes
  askedAt: Date
}

/**
 * A new address, or one that had left, becomes pending and is asked to confirm. A pending one is asked again, a few
 * times a day at most. A confirmed one stays as it is.
 */
export async function subscribe(trx: Trx, signup: Signup, now: Date) {
  const { address, consent, askedAt } = signup
  const known = await lockSubscriber(trx, address.key)
  if (known?.status === 'confirmed') return
  const mayAsk = await takeMailAllowance(trx, 'confirm-signup', address.key, now)
  if (known?.status === 'pending' && !mayAsk) return
  const subscriberId = await becomePending(trx, known, signup)
  const id = randomUUIDv7()
  // Every request to confirm counts by itself: any of its mails may be the one that is answered.
  await trx
    .insertInto('consents')
    .values({ id, subscriber_id: subscriberId, asked_at: askedAt.toISOString(), ...consent })
    .execute()
  if (!mayAsk) return
  await queueMails(trx, [{ kind: 'confirm-signup', aboutId: id }], now)
  await countStep(trx, 'asked', [address.key], now)
}

/** An update that changes nothing is a lock on both databases: a confirmation at this moment comes before or after. */
async function lockSubscriber(trx: Trx, emailKey: string): Promise<SubscriberTable | undefined> {
  return await trx
    .updateTable('subscribers')
    .set({ email_key: emailKey })
    .where('email_key', '=', emailKey)
    .returningAll()
    .executeTakeFirst()
}

async function becomePending(
  trx: Trx,
  known: SubscriberTable | undefined,
  { address: { email, key }, askedAt }: Signup,
): Promise<string> {
  const asked = { status: 'pending' as const, asked_at: askedAt.toISOString() }
  if (!known) {
    const id = randomUUIDv7()
    await trx
      .insertInto('subscribers')
      .values({ id, email, email_key: key, ...asked })
      .execute()
    return id
  }
  // Somebody who once confirmed keeps their spelling: if nobody answers, the old subscription's record stays true.
  const spelling = known.confirmed_at === null && known.status !== 'pending' ? { email } : {}
  await trx
    .updateTable('subscribers')
    .set({ ...asked, ...spelling })
    .where('id', '=', known.id)
    .execute()
  return known.id
}
