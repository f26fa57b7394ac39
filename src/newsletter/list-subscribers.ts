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
    .select('unsubscribed_at as unsubscribedAt')
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
  if (status) query = query.where('status', '=', status)
  if (since) query = query.where('asked_at', '>=', since)
  if (until) query = query.where('asked_at', '<', until)
  return query
}
