import type { Db } from '#database/schema.ts'

export async function readOutboxState(db: Db) {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['status', fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('letter', 'is', null)
    .where('status', 'in', ['queued', 'sending', 'failed'])
    .groupBy('status')
    .execute()
  const letters = await db
    .selectFrom('letters')
    .select(({ fn }) => [fn.sum('queued').as('queued'), fn.sum('sending').as('sending')])
    .executeTakeFirstOrThrow()
  const waiting = rows.filter(({ status }) => status !== 'failed')
  const oldest = waiting.map((row) => row.oldest).toSorted()
  return {
    /** Letters included. */
    waiting:
      waiting.reduce((sum, { count }) => sum + Number(count), 0) +
      Number(letters.queued ?? 0) +
      Number(letters.sending ?? 0),
    failed: Number(rows.find(({ status }) => status === 'failed')?.count ?? 0),
    /** When the oldest mail that waits was queued, letters aside. */
    oldestAt: oldest[0] ?? null,
  }
}
