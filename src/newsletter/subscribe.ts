import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import { countStep } from '#database/funnel.ts'
import type { SubscriberTable, Trx } from '#database/schema.ts'
import type { EmailAddress } from '#email-address.ts'
import type { Language } from '#language.ts'
import { takeMailAllowance } from '#mail/mail-allowance.ts'
import { queueMails } from '#mail/outbox.ts'
import type { ConsentHashes } from './consent.ts'

interface Signup {
  address: EmailAddress
  /** Of the page with the form. */
  language: Language
  /** Hashes of the texts beside the form. */
  consent: ConsentHashes
  askedAt: Date
}

/**
 * A new or unsubscribed address becomes pending and is asked to confirm. A pending one is asked again, a few
 * times a day at most. A confirmed one stays as it is. Each gets the language of this signup.
 */
export async function subscribe(trx: Trx, signup: Signup, now: Date) {
  const { address, consent, askedAt } = signup
  const known = await lockSubscriber(trx, signup)
  if (known?.status === 'confirmed') return
  const mayAsk = await takeMailAllowance(trx, 'confirm-signup', address.key, now)
  if (known?.status === 'pending' && !mayAsk) return
  const subscriberId = await becomePending(trx, known, signup)
  const id = randomUUIDv7()
  // Each confirmation mail has its own consent, because people may use the link in any of them.
  await trx
    .insertInto('consents')
    .values({ id, subscriber_id: subscriberId, asked_at: askedAt.toISOString(), ...consent })
    .execute()
  if (!mayAsk) return
  await queueMails(trx, [{ kind: 'confirm-signup', aboutId: id }], now)
  await countStep(trx, 'asked', [address.key], now)
}

type Subscriber = Selectable<SubscriberTable>

/** The update locks the row on both databases, so that a concurrent confirmation waits. */
async function lockSubscriber(
  trx: Trx,
  { address, language }: Signup,
): Promise<Subscriber | undefined> {
  return await trx
    .updateTable('subscribers')
    .set({ language })
    .where('email_key', '=', address.key)
    .returningAll()
    .executeTakeFirst()
}

async function becomePending(
  trx: Trx,
  known: Subscriber | undefined,
  { address: { email, key }, language, askedAt }: Signup,
): Promise<string> {
  const asked = { status: 'pending' as const, asked_at: askedAt.toISOString() }
  if (!known) {
    const id = randomUUIDv7()
    await trx
      .insertInto('subscribers')
      .values({ id, email, email_key: key, language, ...asked })
      .execute()
    return id
  }
  // An address that was once confirmed keeps its spelling: if this signup isn't confirmed, the old record is restored.
  const spelling = known.confirmed_at === null && known.status !== 'pending' ? { email } : {}
  await trx
    .updateTable('subscribers')
    .set({ ...asked, ...spelling })
    .where('id', '=', known.id)
    .execute()
  return known.id
}
