import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#database/schema.ts'
import { notByIndex } from '#database/not-by-index.ts'
import { takeMailAllowances } from '#mail/mail-allowance.ts'
import { queueMails } from '#mail/queue-mail.ts'
import type { EmailAddress } from '#email-address.ts'
import { lifetimes } from '#lifetimes.ts'
import { recordConsents, type ConsentTexts } from './consent.ts'

/**
 * A new address and one that left before become pending and are asked to confirm; a pending one is
 * asked again, a few times a day at most; a confirmed one stays as it is.
 * @param addresses each once
 */
export async function subscribe(
  trx: Trx,
  addresses: EmailAddress[],
  consent: ConsentTexts,
  now: Date,
) {
  if (addresses.length === 0) return
  const begun = await becomePending(trx, addresses, now)
  const isBegun = new Set(begun.map(({ email_key }) => email_key))
  const known = addresses.map(({ key }) => key).filter((key) => !isBegun.has(key))
  const pending = await findPending(trx, known)
  const keys = [...begun, ...pending].map(({ email_key }) => email_key)
  const most = lifetimes.confirmationsPerDay
  const mayWrite = await takeMailAllowances(trx, 'confirm-signup', keys, most, now)
  const askedAgain = pending.filter(({ email_key }) => mayWrite.has(email_key))
  const ids = askedAgain.map(({ id }) => id)
  const again = trx.updateTable('subscribers').set({ asked_at: now.toISOString() })
  // Still pending: the upsert has taken these rows, too.
  if (ids.length > 0) await again.where('id', 'in', ids).execute()
  // Each asking counts by itself: any of its letters may be the one that is answered.
  const asked = await recordConsents(trx, [...begun, ...askedAgain], consent, now)
  const letters = asked.filter(({ subscriber }) => mayWrite.has(subscriber.email_key))
  const mails = letters.map(({ id }) => ({ kind: 'confirm-signup' as const, aboutId: id }))
  await queueMails(trx, mails, now)
}

async function becomePending(trx: Trx, addresses: EmailAddress[], now: Date) {
  const asked = { status: 'pending' as const, asked_at: now.toISOString() }
  const rows = addresses.map(({ email, key }) =>
    Object.assign({ id: randomUUIDv7(), email, email_key: key }, asked),
  )
  return await trx
    .insertInto('subscribers')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('email_key')
        .doUpdateSet((row) => ({
          ...asked,
          // Whoever once confirmed is written to as then: should nobody answer, it is again what it was.
          email: sql<string>`case when ${row.ref('subscribers.confirmed_at')} is null
            then ${row.ref('excluded.email')} else ${row.ref('subscribers.email')} end`,
        }))
        .where('subscribers.status', '=', 'unsubscribed'),
    )
    .returning(['id', 'email_key'])
    .execute()
}

async function findPending(trx: Trx, emailKeys: string[]) {
  if (emailKeys.length === 0) return []
  return await trx
    .selectFrom('subscribers')
    .select(['id', 'email_key'])
    .where('email_key', 'in', emailKeys)
    .where(notByIndex('status'), '=', 'pending')
    .execute()
}
