import { sql } from 'kysely'
import { startsWith, type SortKey } from '#database/read-rows.ts'
import type { Db, Instant } from '#database/schema.ts'
import type { Language } from '#language.ts'
import { contactFields } from '#submission-fields.ts'

interface MessageFilter {
  /** 'quarantined': submissions with a filled trap field, signups included. */
  status: 'received' | 'quarantined'
  /** Only messages not marked as answered. */
  open?: boolean
  /** Only messages marked as answered. */
  answered?: boolean
  since?: Instant
  until?: Instant
}

/** Newest first. A signup in quarantine has only an address. */
export function listMessages(db: Db, { status, open, answered, since, until }: MessageFilter) {
  const answeredAt = status === 'received' ? sql<Instant | null>`answered_at` : sql<null>`null`
  let query = db
    .selectFrom(status === 'received' ? 'messages' : 'quarantine')
    .select((row) => [
      'id',
      ...contactFields.map(({ name }) => row.fn.coalesce(name, row.val('')).as(name)),
      'received_at as receivedAt',
      row.val(status).as('status'),
      answeredAt.as('answeredAt'),
    ])
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
  if (open) query = query.where(answeredAt, 'is', null)
  if (answered) query = query.where(answeredAt, 'is not', null)
  if (since) query = query.where('received_at', '>=', since)
  if (until) query = query.where('received_at', '<', until)
  return query
}

/** @returns at most two messages of each status: a second one means that the start of the id is ambiguous */
export async function findMessages(db: Db, idStart: string) {
  if (!/^[0-9a-f-]{1,36}$/i.test(idStart)) return []
  const isFound = startsWith(db, 'id', idStart.toLowerCase())
  const find = (status: MessageFilter['status']) =>
    listMessages(db, { status }).where(isFound).limit(2).execute()
  return [...(await find('received')), ...(await find('quarantined'))]
}

/** By its whole id, with an index. The quarantine has no language. */
export async function findMessage(db: Db, id: string) {
  const find = (status: MessageFilter['status'], language: string) =>
    listMessages(db, { status })
      .select(sql<Language>`${sql.raw(language)}`.as('language'))
      .where('id', '=', id)
      .executeTakeFirst()
  return (await find('received', 'language')) ?? (await find('quarantined', "'en'"))
}

/** For readListPage. */
export const messageKey: SortKey<{ receivedAt: Instant; id: string }> = {
  columns: ['received_at', 'id'],
  valuesOf: ({ receivedAt, id }) => [receivedAt, id],
}

/** Texts are searched in the newest messages only, because there is no index for it. */
export const maxSearched = 1000
const maxFound = 50

/** The newest messages that contain the text, or whose address starts with them. */
export async function searchMessages(db: Db, search: string) {
  const wanted = search.trim().toLowerCase()
  const all = listMessages(db, { status: 'received' })
  const byAddress = all.where(startsWith(db, 'email_key', wanted)).limit(maxFound)
  // Compared here and not by the database: SQLite ignores the case of ASCII letters only.
  const byText = (await all.limit(maxSearched).execute()).filter((row) =>
    contactFields.some(({ name }) => row[name].toLowerCase().includes(wanted)),
  )
  const found = new Map([...(await byAddress.execute()), ...byText].map((row) => [row.id, row]))
  return [...found.values()]
    .toSorted((a, b) => (a.receivedAt < b.receivedAt ? 1 : -1))
    .slice(0, maxFound)
}

/**
 * Marks messages as answered, or as open again. A message that is answered already keeps its time.
 * @returns how many changed
 */
export async function markAnswered(db: Db, ids: string[], answeredAt: Instant | null) {
  const changed = await db
    .updateTable('messages')
    .set({ answered_at: answeredAt })
    .where('id', 'in', ids)
    .where('answered_at', answeredAt === null ? 'is not' : 'is', null)
    .returning('id')
    .execute()
  return changed.length
}
