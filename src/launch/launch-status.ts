import { sql, type Kysely } from 'kysely'
import { inPages } from '#database/in-pages.ts'
import type { LaunchRecipientTable, LaunchTable, Schema } from '#database/schema.ts'

export type LedgerState = LaunchRecipientTable['state']

export type LedgerCounts = Record<LedgerState, number>

export interface NotReached {
  /** null: the address was erased or removed since. */
  email: string | null
  state: LedgerState
  reason: string | null
}

export async function readLaunch(db: Kysely<Schema>): Promise<LaunchTable | undefined> {
  return await db.selectFrom('launches').selectAll().executeTakeFirst()
}

export async function countLedger(db: Kysely<Schema>): Promise<LedgerCounts> {
  const counts = { queued: 0, sending: 0, sent: 0, failed: 0, in_doubt: 0, skipped: 0 }
  const rows = await db
    .selectFrom('launch_recipients')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .groupBy('state')
    .execute()
  for (const { state, count } of rows) counts[state] = Number(count)
  return counts
}

/** In doubt counts as finished: only the owner can decide about it. */
export function isFinished(counts: LedgerCounts): boolean {
  return counts.queued === 0 && counts.sending === 0
}

/** Everyone of the audience whom the letter did not reach, or not for certain, and why. */
export function listNotReached(db: Kysely<Schema>): AsyncGenerator<NotReached> {
  const rows = inPages<NotReached & { id: string }>((last, pageSize) => {
    let query = db
      .selectFrom('launch_recipients')
      .leftJoin('subscribers', 'subscribers.id', 'launch_recipients.subscriber_id')
      .select(['subscriber_id as id', 'email', 'state', 'reason'])
      .where((row) =>
        row.or([
          row('state', 'in', ['failed', 'in_doubt', 'skipped']),
          // Still to come, but refused for now at least once.
          row.and([row('state', '=', 'queued'), row('reason', 'is not', null)]),
        ]),
      )
    if (last)
      query = query.where(sql<boolean>`(state, subscriber_id) > (${last.state}, ${last.id})`)
    return query.orderBy('state').orderBy('subscriber_id').limit(pageSize).execute()
  })
  return withoutIds(rows)
}

async function* withoutIds(rows: AsyncIterable<NotReached & { id: string }>) {
  for await (const { email, state, reason } of rows) yield { email, state, reason }
}
