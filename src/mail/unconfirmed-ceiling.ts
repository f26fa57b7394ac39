import type { Db, MailKind, Trx } from '#database/schema.ts'

/** Mail that anybody can cause to an address that nobody has confirmed. */
export const unconfirmedKinds: MailKind[] = ['confirm-signup', 'message-receipt', 'my-data-link']

const hourMs = 3_600_000

export interface Ceiling {
  maxPerHour: number
  /** How many more may be sent now. */
  left: number
}

/** The state of UNCONFIRMED_MAIL_PER_HOUR: counted in the outbox, so that a restart does not reset it. */
export async function readCeiling(db: Db, maxPerHour: number, now: Date): Promise<Ceiling> {
  const since = new Date(now.getTime() - hourMs).toISOString()
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '=', 'sent')
    .where('kind', 'in', unconfirmedKinds)
    .where('due_at', '>', since)
    .executeTakeFirstOrThrow()
  return { maxPerHour, left: Math.max(0, maxPerHour - Number(count)) }
}

/** Once half is used up: a visitor must not wait behind thousands of flooded addresses. */
export function isNewestFirst({ maxPerHour, left }: Ceiling): boolean {
  return left < maxPerHour / 2
}

/** Queues one notice a day to the owner that mail waits behind the ceiling: its id is the day. */
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
