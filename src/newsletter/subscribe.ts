import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { takeMailAllowances } from '#mail/mail-allowance.ts'
import { whoObjected } from '#mail/objection.ts'
import { queueMails } from '#mail/queue-mail.ts'
import { retention } from '#privacy/retention.ts'
import { recordConsents, type ConsentTexts } from './consent.ts'

export interface SubscribeOptions {
  consent: ConsentTexts
}

interface Address {
  email: string
  key: string
}

/**
 * A new address and one that left before become pending and are asked to confirm; a pending one is
 * asked again, a few times a day at most; a confirmed one stays as it is.
 * @param addresses each once
 */
export async function subscribe(
  trx: Transaction<Schema>,
  addresses: Address[],
  { consent }: SubscribeOptions,
  now: Date,
): Promise<void> {
  const objected = await whoObjected(trx, addresses)
  const welcome = addresses.filter(({ key }) => !objected.has(key))
  if (welcome.length === 0) return
  const begun = await becomePending(trx, welcome, now)
  const known = new Set(begun.map(({ email_key }) => email_key))
  const waiting = await findPending(
    trx,
    welcome.filter(({ key }) => !known.has(key)),
  )
  const mayWrite = await takeMailAllowances(
    trx,
    'confirm-signup',
    [...begun, ...waiting].map(({ email_key }) => email_key),
    retention.confirmationsPerDay,
    now,
  )
  const askedAgain = waiting.filter(({ email_key }) => mayWrite.has(email_key))
  // Each asking counts by itself: any of its letters may be the one that is answered.
  const asked = await recordConsents(trx, [...begun, ...askedAgain], consent, now)
  await updateAsked(trx, askedAgain, now)
  const letters = asked.filter(({ subscriber }) => mayWrite.has(subscriber.email_key))
  await queueMails(
    trx,
    'confirm-signup',
    letters.map(({ id }) => id),
    now,
  )
}

async function becomePending(trx: Transaction<Schema>, addresses: Address[], now: Date) {
  const asked = { status: 'pending', asked_at: now.toISOString() } as const
  return await trx
    .insertInto('subscribers')
    .values(addresses.map(({ email, key }) => newSubscriber(email, key, asked)))
    .onConflict((conflict) =>
      conflict
        .column('email_key')
        .doUpdateSet((row) => ({
          ...asked,
          email: row.ref('excluded.email'),
          confirmed_at: null,
          unsubscribed_at: null,
        }))
        .where('subscribers.status', '=', 'unsubscribed'),
    )
    .returning(['id', 'email_key'])
    .execute()
}

function newSubscriber(email: string, key: string, asked: { status: 'pending'; asked_at: string }) {
  return { id: randomUUIDv7(), email_key: key, email, ...asked }
}

async function findPending(trx: Transaction<Schema>, addresses: Address[]) {
  if (addresses.length === 0) return []
  const keys = addresses.map(({ key }) => key)
  return await trx
    .selectFrom('subscribers')
    .select(['id', 'email_key'])
    .where('email_key', 'in', keys)
    .where('status', '=', 'pending')
    .execute()
}

async function updateAsked(trx: Transaction<Schema>, subscribers: { id: string }[], now: Date) {
  if (subscribers.length === 0) return
  const ids = subscribers.map(({ id }) => id)
  await trx
    .updateTable('subscribers')
    .set({ asked_at: now.toISOString() })
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .execute()
}
