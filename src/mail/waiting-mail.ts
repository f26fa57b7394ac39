import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/** How much mail is still to be sent, and for how long the oldest of it has waited. */
export async function waitingMail(db: Kysely<Schema>, now: Date) {
  const { oldest, count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.min('created_at').as('oldest'), fn.countAll().as('count')])
    .where('status', 'in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow()
  const ageMs = oldest === null ? 0 : now.getTime() - Date.parse(oldest)
  return { count: Number(count), oldestSeconds: Math.max(0, Math.round(ageMs / 1000)) }
}
