import { sql, type Transaction } from 'kysely'
import type { Database } from '#database/connect.ts'
import type { Schema } from '#database/schema.ts'
import { reserveSends } from '#mail/reserve-sends.ts'

export interface ClaimedRecipient {
  subscriberId: string
  email: string
  emailKey: string
  attempts: number
  /** Until its turn comes, so that MAIL_PER_SECOND is kept. */
  waitMs: number
}

export interface ClaimOptions {
  runId: string
  most: number
  mostAttempts: number
  perSecond: number
}

/**
 * Takes recipients from 'queued' to 'sending', for this run alone. Whoever unsubscribed, objected or
 * was refused by a mail server by now is 'skipped' instead; their rows are locked while we look.
 * @returns undefined when nothing is due
 */
export async function claimRecipients(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  options: ClaimOptions,
  now: Date,
): Promise<ClaimedRecipient[] | undefined> {
  const queued = await lockQueued(trx, kind, options, now)
  if (queued.size === 0) return undefined
  const ids = [...queued.keys()]
  const willing = await lockWilling(trx, kind, ids)
  const willingIds = new Set(willing.map((row) => row.id))
  const unwilling = ids.filter((id) => !willingIds.has(id))
  const change = { run_id: options.runId, retry_at: null, changed_at: now.toISOString() }
  if (unwilling.length > 0) {
    await trx
      .updateTable('launch_recipients')
      .set({ ...change, state: 'skipped', reason: 'wants no mail any more' })
      .where('subscriber_id', 'in', unwilling)
      .execute()
  }
  if (willing.length === 0) return []
  await trx
    .updateTable('launch_recipients')
    .set({ ...change, state: 'sending' })
    .where('subscriber_id', 'in', [...willingIds])
    .execute()
  const waits = await reserveSends(trx, willing.length, options.perSecond, now)
  return willing.map(({ id, email, email_key }, index) => ({
    subscriberId: id,
    email,
    emailKey: email_key,
    attempts: queued.get(id)!,
    waitMs: waits[index]!,
  }))
}

/** Another run passes over the rows that are locked here. On SQLite the transaction is the lock. */
async function lockQueued(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  { most, mostAttempts }: ClaimOptions,
  now: Date,
): Promise<Map<string, number>> {
  let query = trx
    .selectFrom('launch_recipients')
    .select(['subscriber_id', 'attempts'])
    .where('state', '=', 'queued')
    .where('attempts', '<', mostAttempts)
    .where((row) => row.or([row('retry_at', 'is', null), row('retry_at', '<=', now.toISOString())]))
    .limit(most)
  if (kind === 'postgres') query = query.forUpdate().skipLocked()
  const rows = await query.execute()
  return new Map(rows.map((row) => [row.subscriber_id, row.attempts]))
}

/** An unsubscription under way ends first, and then counts: its row cannot be shared until it has. */
async function lockWilling(trx: Transaction<Schema>, kind: Database['kind'], ids: string[]) {
  let query = trx
    .selectFrom('subscribers')
    .select(['id', 'email', 'email_key'])
    .where('id', 'in', ids)
    .where('status', '=', 'confirmed')
    .where(
      sql<boolean>`not exists (select 1 from suppressions where suppressions.email_key = subscribers.email_key)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from objections where objections.email_key = subscribers.email_key)`,
    )
  if (kind === 'postgres') query = query.forShare('subscribers')
  return await query.execute()
}
