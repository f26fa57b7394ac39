import { sql } from 'kysely'
import { keysetPages } from '#database/keyset-pages.ts'
import type { Instant } from '#database/instant.ts'
import type { Db, QuarantineTable } from '#database/schema.ts'

export interface MessageFilter {
  /** 'quarantined': what came with a filled trap field, signups included. */
  status: 'received' | 'quarantined'
  since?: Instant
  until?: Instant
}

export type ListedMessage = ReturnType<typeof listed>

/** Newest first. */
export function listMessages(
  db: Db,
  filter: MessageFilter,
  limit?: number,
): AsyncGenerator<ListedMessage> {
  return keysetPages(async (last, pageSize) => {
    let query = messagesWhere(db, filter)
    if (last)
      query = query.where(sql<boolean>`(received_at, id) < (${last.receivedAt}, ${last.id})`)
    const rows = await query
      .select(['id', 'name', 'email', 'message', 'received_at as receivedAt'])
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .execute()
    return rows.map((row) => listed(row, filter.status))
  }, limit)
}

/** Messages whose id starts so, two at most: more than one is one too many. */
export async function findMessages(db: Db, idStart: string): Promise<ListedMessage[]> {
  if (!/^[0-9a-f-]{1,36}$/i.test(idStart)) return []
  const found: ListedMessage[] = []
  for (const status of ['received', 'quarantined'] as const) {
    const rows = await messagesWhere(db, { status })
      .select(['id', 'name', 'email', 'message', 'received_at as receivedAt'])
      .where('id', 'like', `${idStart.toLowerCase()}%`)
      .limit(2)
      .execute()
    found.push(...rows.map((row) => listed(row, status)))
  }
  return found
}

export async function countMessages(db: Db, filter: MessageFilter): Promise<number> {
  const { count } = await messagesWhere(db, filter)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function messagesWhere(db: Db, { status, since, until }: MessageFilter) {
  let query = db.selectFrom(status === 'received' ? 'messages' : 'quarantine')
  if (since) query = query.where('received_at', '>=', since)
  if (until) query = query.where('received_at', '<', until)
  return query
}

/** A signup in quarantine has neither name nor message. */
function listed(
  row: Pick<QuarantineTable, 'id' | 'name' | 'email' | 'message'> & { receivedAt: Instant },
  status: MessageFilter['status'],
) {
  const { id, name, email, message, receivedAt } = row
  return { id, name: name ?? '', email, message: message ?? '', receivedAt, status }
}
