import type { Db, MailKind, Trx } from '#database/schema.ts'

/** Mail that anybody can cause to an address that nobody has confirmed. */
export const unconfirmedKinds: MailKind[] = ['confirm-signup', 'message-receipt', 'my-data-link']

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** This part of the hourly limit is spread over the hour, so that a short flood can't use it all up. */
const reservedShare = 0.25

export interface Budget {
  /** How many more may be sent now. */
  left: number
  /** True once only the reserved part is left: a visitor must not wait behind a flood. */
  isNewestFirst: boolean
}

/** The state of UNCONFIRMED_MAIL_PER_HOUR. Counted in the outbox, so that a restart does not reset it. */
export async function readBudget(db: Db, maxPerHour: number, now: Date): Promise<Budget> {
  const reserved = Math.ceil(maxPerHour * reservedShare)
  const left = maxPerHour - (await countSent(db, now, hourMs))
  if (left > reserved) return { left: left - reserved, isNewestFirst: false }
  // One at a time, unless they are less than a second apart.
  const intervalMs = Math.min(Math.max(hourMs / reserved, 1000), minuteMs)
  const maxPerInterval = Math.max(1, Math.round((reserved * intervalMs) / hourMs))
  const leftNow = maxPerInterval - (await countSent(db, now, intervalMs))
  return { left: Math.max(0, Math.min(left, leftNow)), isNewestFirst: true }
}

async function countSent(db: Db, now: Date, withinMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '=', 'sent')
    .where('kind', 'in', unconfirmedKinds)
    .where('due_at', '>', new Date(now.getTime() - withinMs).toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Notifies the owner that mail waits because of the limit, once a day: the notice's id is the day. */
export async function queueFloodNotice(trx: Trx, now: Date) {
  const at = now.toISOString()
  const id = `flood-notice ${at.slice(0, 10)}`
  const row = { id, kind: 'flood-notice' as const, about_id: id, status: 'queued' as const }
  await trx
    .insertInto('outbox')
    .values({ ...row, attempts: 0, due_at: at, created_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
