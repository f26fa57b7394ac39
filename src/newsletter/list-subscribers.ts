import { sql } from 'kysely'
import { keysetPages } from '#database/keyset-pages.ts'
import type { Instant } from '#database/instant.ts'
import type { Db, SubscriberTable } from '#database/schema.ts'

export interface SubscriberFilter {
  status?: SubscriberTable['status']
  since?: Instant
  until?: Instant
}

export interface ListedSubscriber {
  id: string
  email: string
  status: SubscriberTable['status']
  askedAt: Instant
  confirmedAt: Instant | null
  unsubscribedAt: Instant | null
}

/** Newest first. Read it in a snapshot: an address that signs up again moves to the front. */
export function listSubscribers(
  db: Db,
  filter: SubscriberFilter,
  limit?: number,
): AsyncGenerator<ListedSubscriber> {
  return keysetPages((last, pageSize) => {
    let query = subscribersWhere(db, filter)
    if (last) query = query.where(sql<boolean>`(asked_at, id) < (${last.askedAt}, ${last.id})`)
    return query
      .select(['id', 'email', 'status'])
      .select(['asked_at as askedAt', 'confirmed_at as confirmedAt'])
      .select('unsubscribed_at as unsubscribedAt')
      .orderBy('asked_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .execute()
  }, limit)
}

export async function countSubscribers(db: Db, filter: SubscriberFilter): Promise<number> {
  const { count } = await subscribersWhere(db, filter)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function subscribersWhere(db: Db, { status, since, until }: SubscriberFilter) {
  let query = db.selectFrom('subscribers')
  if (status) query = query.where('status', '=', status)
  if (since) query = query.where('asked_at', '>=', since)
  if (until) query = query.where('asked_at', '<', until)
  return query
}
