import { sql, type ExpressionBuilder, type Selectable, type Transaction } from 'kysely'
import type { Database } from '#database/connect.ts'
import type { OutboxTable, Schema } from '#database/schema.ts'
import { dropObjected } from './objection.ts'
import { reserveSends } from './reserve-sends.ts'

export type OutboxMail = Selectable<OutboxTable>

export interface ClaimedMail {
  mail: OutboxMail
  /** How long to wait before it may go out. */
  waitMs: number
}

interface Claim {
  most: number
  perSecond: number
  /** Completes the Message-ID at the first attempt. */
  messageIdDomain: string
  /** What this process has in hand already, whatever the clock says about its lease. */
  inHand: Iterable<string>
}

/** How long a mail is its taker's. The courier renews it; a dead process does not. */
export const leaseMs = 90_000

/** Clocks of several machines differ. One that is further off was set back. */
const clockDifferenceMs = 5 * 60_000

/** Takes mail that is due, so that no other process takes it too. */
export async function claimMail(
  { db, kind }: Database,
  { most, perSecond, messageIdDomain, inHand }: Claim,
  now: Date,
): Promise<ClaimedMail[]> {
  return await db.transaction().execute(async (trx) => {
    const limit = await allowance(trx, most, now)
    if (limit === 0) return []
    const due = await trx
      .selectFrom('outbox')
      .select('id')
      .where((eb) => isDue(eb, now))
      .where('id', 'not in', ['', ...inHand])
      .orderBy('next_attempt_at')
      .limit(limit)
      // On SQLite one transaction writes at a time.
      .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked())
      .execute()
    if (due.length === 0) return []
    const taken = await trx
      .updateTable('outbox')
      .set((eb) => ({
        status: 'sending',
        attempts: eb('attempts', '+', 1),
        touched_at: now.toISOString(),
        lease_until: after(now, leaseMs),
        message_id: sql<string>`case when message_id like '%@%' then message_id
          else message_id || ${`@${messageIdDomain}`} end`,
      }))
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .returningAll()
      .execute()
    const dropped = await dropObjected(
      trx,
      taken.map(({ id }) => id),
    )
    const left = taken.filter(({ id }) => !dropped.includes(id))
    if (left.length === 0) return []
    const wanted = await withoutSuppressed(trx, left)
    const waits = await reserveSends(trx, wanted.length, perSecond, now)
    return wanted
      .toSorted((a, b) => (a.next_attempt_at < b.next_attempt_at ? -1 : 1))
      .map((mail, index) => ({ mail, waitMs: waits[index]! }))
  })
}

/** Nothing while mail is paused; a single one to find out whether the server lets us in again. */
async function allowance(trx: Transaction<Schema>, most: number, now: Date): Promise<number> {
  const pauses = await trx.selectFrom('mail_pauses').selectAll().execute()
  const isPaused = pauses.some(
    ({ until, paused_at }) =>
      until === null || (until > now.toISOString() && paused_at <= after(now, clockDifferenceMs)),
  )
  if (isPaused) return 0
  return pauses.length > 0 ? 1 : most
}

function isDue(eb: ExpressionBuilder<Schema, 'outbox'>, now: Date) {
  const clockWasSetBack = eb('touched_at', '>', after(now, clockDifferenceMs))
  return eb.or([
    eb.and([
      eb('status', '=', 'waiting'),
      eb.or([eb('next_attempt_at', '<=', now.toISOString()), clockWasSetBack]),
    ]),
    eb.and([
      eb('status', '=', 'sending'),
      eb.or([eb('lease_until', '<=', now.toISOString()), clockWasSetBack]),
    ]),
  ])
}

async function withoutSuppressed(trx: Transaction<Schema>, taken: OutboxMail[]) {
  const found = await trx
    .selectFrom('suppressions')
    .selectAll()
    .where(
      'email_key',
      'in',
      taken.map((mail) => mail.email_key ?? ''),
    )
    .execute()
  const reasons = new Map(found.map(({ email_key, reason }) => [email_key, reason]))
  for (const [emailKey, reason] of reasons) {
    await trx
      .updateTable('outbox')
      .set((eb) => ({
        status: 'suppressed',
        attempts: eb('attempts', '-', 1),
        lease_until: null,
        last_error: reason,
      }))
      .where('email_key', '=', emailKey)
      .where(
        'id',
        'in',
        taken.map((mail) => mail.id),
      )
      .execute()
  }
  return taken.filter((mail) => !reasons.has(mail.email_key ?? ''))
}

function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}
