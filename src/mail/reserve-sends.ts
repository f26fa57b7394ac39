import type { Trx } from '#database/schema.ts'

/**
 * Keeps MAIL_PER_SECOND over all processes that share the database: whoever takes mail also takes
 * as many evenly spaced moments to send it.
 * @returns how long to wait before each of them, in milliseconds
 */
export async function reserveSends(
  trx: Trx,
  count: number,
  perSecond: number,
  now: Date,
): Promise<number[]> {
  // An update, so that the row is locked: the others wait here until this transaction ends.
  const { next_at } = await trx
    .updateTable('mail_pace')
    .set((eb) => ({ next_at: eb.ref('next_at') }))
    .returning('next_at')
    .executeTakeFirstOrThrow()
  const nowMs = now.getTime()
  const reservedUntilMs = Date.parse(next_at)
  // So far ahead nobody reserves: the clock was set back.
  const isBelievable = reservedUntilMs < nowMs + furthestMs
  const startMs = isBelievable ? Math.max(nowMs, reservedUntilMs) : nowMs
  const spacingMs = 1000 / perSecond
  const until = new Date(startMs + count * spacingMs)
  await trx.updateTable('mail_pace').set({ next_at: until.toISOString() }).execute()
  return Array.from({ length: count }, (_, index) => startMs - nowMs + index * spacingMs)
}

const furthestMs = 30_000
