import { sql, type RawBuilder } from 'kysely'
import { deleteInBatches } from '#database/delete-in-batches.ts'
import type { Db, Instant } from '#database/schema.ts'

/** All given conditions must match. Includes messages in quarantine. */
interface MessageSelection {
  ids?: string[]
  /** The whole address in lower case. */
  from?: string
  since?: Instant
  until?: Instant
}

const tables = ['messages', 'quarantine'] as const

export async function countMessages(db: Db, selection: MessageSelection): Promise<number> {
  let count = 0
  for (const table of tables) {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(table)} where ${isSelected(selection)}`.execute(db)
    count += Number(rows[0]!.count)
  }
  return count
}

/** Mail about a deleted message is skipped when it is claimed. @returns how many were deleted */
export async function removeMessages(db: Db, selection: MessageSelection): Promise<number> {
  let removed = 0
  for (const table of tables)
    removed += await deleteInBatches(db, table, 'id', isSelected(selection))
  return removed
}

function isSelected({ ids, from, since, until }: MessageSelection): RawBuilder<unknown> {
  const conditions = [
    ids && sql`id in (${sql.join(ids)})`,
    from && sql`email_key = ${from}`,
    since && sql`received_at >= ${since}`,
    until && sql`received_at < ${until}`,
  ]
  return sql.join(conditions.filter(Boolean), sql` and `)
}
