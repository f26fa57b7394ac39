import { sql } from 'kysely'
import { domainOfKey } from '#mail/funnel-steps.ts'
import { startsWith, type SortKey } from '#database/read-rows.ts'
import type { Db, Instant, SubscriberTable } from '#database/schema.ts'
import type { Language } from '#language.ts'

interface SubscriberFilter {
  status?: SubscriberTable['status']
  language?: Language
  since?: Instant
  until?: Instant
}

/** Newest first. Read it in a snapshot: an address that signs up again moves to the front. See also addNoMail. */
export function listSubscribers(db: Db, filter: SubscriberFilter) {
  const { status, language, since, until } = filter
  let query = db
    .selectFrom('subscribers')
    .select(['id', 'email', 'status', 'language', 'asked_at as askedAt'])
    .select(['confirmed_at as confirmedAt', 'unsubscribed_at as unsubscribedAt'])
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
  if (status) query = query.where('status', '=', status)
  if (language) query = query.where('language', '=', language)
  if (since) query = query.where('asked_at', '>=', since)
  if (until) query = query.where('asked_at', '<', until)
  return query
}

/** For readListPage. */
export const subscriberKey: SortKey<{ askedAt: Instant; id: string }> = {
  columns: ['asked_at', 'id'],
  valuesOf: ({ askedAt, id }) => [askedAt, id],
}

const maxFound = 50

/** By the start of the address, or by the whole domain: @example.com. */
export async function searchSubscribers(db: Db, search: string) {
  const wanted = search.trim().toLowerCase()
  const isFound = wanted.startsWith('@')
    ? sql<boolean>`${domainOfKey} = ${wanted.slice(1)}`
    : startsWith(db, 'email_key', wanted)
  return await listSubscribers(db, {}).clearOrderBy().where(isFound).limit(maxFound).execute()
}

/** The columns of a CSV file. */
export const subscriberFields = [
  'id',
  'email',
  'status',
  'language',
  'askedAt',
  'confirmedAt',
  'unsubscribedAt',
  'noMail',
] as const

export async function findSubscriberById(db: Db, id: string) {
  return await listSubscribers(db, {}).where('id', '=', id).executeTakeFirst()
}

export async function findSubscriber(db: Db, emailKey: string) {
  return await db
    .selectFrom('subscribers')
    .selectAll()
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}
