import { sql } from 'kysely'
import { domainOfKey } from '#mail/funnel-steps.ts'
import { bypassIndex, countRows, startsWith, type SortKey } from '#database/read-rows.ts'
import type { Db, Instant, SubscriberTable, SuppressionCause } from '#database/schema.ts'
import type { Language } from '#language.ts'

interface SubscriberFilter {
  status?: SubscriberTable['status']
  language?: Language
  since?: Instant
  until?: Instant
}

/** Newest first. Read it in a snapshot: an address that signs up again moves to the front. */
export function listSubscribers(db: Db, filter: SubscriberFilter) {
  const { status, language, since, until } = filter
  let query = db
    .selectFrom('subscribers')
    .select(['id', 'email', 'status', 'language', 'asked_at as askedAt'])
    .select(['confirmed_at as confirmedAt', 'unsubscribed_at as unsubscribedAt'])
    .select(noMail.as('noMail'))
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

/** Confirmed subscribers who get no letters. “This wasn't me” only stops confirmations. */
export async function countSuppressed(db: Db): Promise<number> {
  const suppressed = db
    .selectFrom('suppressions')
    .select('email_key')
    .where('cause', '!=', 'not-me')
  const found = db.selectFrom('subscribers').where('email_key', 'in', suppressed)
  return await countRows(found.where(bypassIndex('status'), '=', 'confirmed'))
}

/** The cause of a suppression: the person's own before the others. */
const noMail = sql<SuppressionCause | null>`(select cause from suppressions
  where suppressions.email_key = subscribers.email_key
  order by case cause when 'person' then 0 when 'not-me' then 2 else 1 end, cause limit 1)`
