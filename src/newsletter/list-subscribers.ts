import { sql } from 'kysely'
import { notByIndex } from '#database/not-by-index.ts'
import { countRows } from '#database/read-pages.ts'
import type { Db, Instant, SubscriberTable } from '#database/schema.ts'

interface SubscriberFilter {
  status?: SubscriberTable['status']
  since?: Instant
  until?: Instant
}

/** Newest first. Read it in a snapshot: an address that signs up again moves to the front. */
export function listSubscribers(db: Db, { status, since, until }: SubscriberFilter) {
  let query = db
    .selectFrom('subscribers')
    .select(['id', 'email', 'status', 'asked_at as askedAt', 'confirmed_at as confirmedAt'])
    .select(['unsubscribed_at as unsubscribedAt', noMail.as('noMail')])
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
  if (status) query = query.where('status', '=', status)
  if (since) query = query.where('asked_at', '>=', since)
  if (until) query = query.where('asked_at', '<', until)
  return query
}

/** How many are confirmed and get no mail all the same. */
export async function countSilent(db: Db): Promise<number> {
  const restricted = db.selectFrom('restrictions').select('email_key')
  const refused = restricted.unionAll(db.selectFrom('suppressions').select('email_key'))
  const silent = db.selectFrom('subscribers').where('email_key', 'in', refused)
  return await countRows(silent.where(notByIndex('status'), '=', 'confirmed'))
}

const isIn = (table: string) =>
  sql`subscribers.email_key in (select email_key from ${sql.table(table)})`
/** Why the site sends nothing to an address, whatever its status. */
const noMail = sql<string | null>`case when ${isIn('restrictions')} then 'restricted'
  when ${isIn('objections')} then 'objected' when ${isIn('suppressions')} then 'suppressed' end`
