import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { SubscriberTable, Trx, Db } from '#database/schema.ts'
import type { EmailAddress } from '#email-address.ts'
import type { Language } from '#language.ts'
import { takeFromMailboxLimit } from '#mail/mailbox-limit.ts'
import { queueMails } from '#mail/outbox.ts'
import { confirmSignupKind } from './confirm-signup-mail.tsx'
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
 * times a day at most. Both get the language of this signup. A confirmed one stays as it is: anybody can enter it.
 * @returns whether it is asked to confirm: count it as 'asked' at the end of the transaction
 */
export async function subscribe(trx: Trx, signup: Signup, now: Date): Promise<boolean> {
  const { address, consent, askedAt } = signup
  const known = await lockSubscriber(trx, address.key)
  if (known?.status === 'confirmed') return false
  const mayAsk = await takeFromMailboxLimit(trx, confirmSignupKind, address.key, now)
  if (known?.status === 'pending' && !mayAsk) return false
  const subscriberId = await becomePending(trx, known, signup)
  const id = randomUUIDv7()
  // Each confirmation mail has its own consent, because people may use the link in any of them.
  await trx
    .insertInto('consents')
    .values({ id, subscriber_id: subscriberId, asked_at: askedAt.toISOString(), ...consent })
    .execute()
  if (mayAsk) await queueMails(trx, [{ kind: 'confirm-signup', aboutId: id }], now)
  return mayAsk
}

type Subscriber = Selectable<SubscriberTable>

/** The update locks the row on both databases, so that a concurrent confirmation waits. */
async function lockSubscriber(trx: Trx, emailKey: string): Promise<Subscriber | undefined> {
  return await trx
    .updateTable('subscribers')
    .set((row) => ({ status: row.ref('status') }))
    .where('email_key', '=', emailKey)
    .returningAll()
    .executeTakeFirst()
}

async function becomePending(
  trx: Trx,
  known: Subscriber | undefined,
  { address: { email, key }, language, askedAt }: Signup,
): Promise<string> {
  const asked = { status: 'pending' as const, language, asked_at: askedAt.toISOString() }
  if (!known) {
    const id = randomUUIDv7()
    await trx
      .insertInto('subscribers')
      .values({ id, email, email_key: key, ...asked })
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

/** The choice of a confirmed subscriber, who proved by a link that the address is theirs. */
export async function changeLanguage(db: Db, emailKey: string, language: Language) {
  await db
    .updateTable('subscribers')
    .set({ language })
    .where('email_key', '=', emailKey)
    .where('status', '=', 'confirmed')
    .execute()
}
