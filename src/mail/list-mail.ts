import { sql, type Kysely } from 'kysely'
import { inPages } from '#database/in-pages.ts'
import type { Instant, OutboxTable, Schema } from '#database/schema.ts'

export interface MailFilter {
  /** Without one: everything that is not sent. */
  status?: OutboxTable['status']
}

export interface ListedMail {
  id: string
  kind: string
  to: string | null
  subject: string | null
  status: OutboxTable['status']
  attempts: number
  nextAttemptAt: Instant
  lastError: string | null
  createdAt: Instant
  sentAt: Instant | null
}

/** Newest first. */
export function listMail(
  db: Kysely<Schema>,
  filter: MailFilter,
  limit?: number,
): AsyncGenerator<ListedMail> {
  return inPages((last, pageSize) => {
    let query = mailWhere(db, filter)
    if (last) query = query.where(sql<boolean>`(created_at, id) < (${last.createdAt}, ${last.id})`)
    return query
      .select(['id', 'kind', 'to_email as to', 'subject', 'status', 'attempts'])
      .select(['next_attempt_at as nextAttemptAt', 'last_error as lastError'])
      .select(['created_at as createdAt', 'sent_at as sentAt'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .execute()
  }, limit)
}

export async function countMail(db: Kysely<Schema>, filter: MailFilter): Promise<number> {
  const { count } = await mailWhere(db, filter)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function mailWhere(db: Kysely<Schema>, { status }: MailFilter) {
  const query = db.selectFrom('outbox')
  return status ? query.where('status', '=', status) : query.where('status', '!=', 'sent')
}
