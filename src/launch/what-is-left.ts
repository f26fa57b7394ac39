import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

export type Left =
  /** `givenUp`: refused for now so often that only another run tries again. */
  | { kind: 'nobody'; givenUp: number }
  | { kind: 'later'; count: number; waitMs: number }
  | { kind: 'with-others' }

/** Why there is nothing to claim at this moment. */
export async function whatIsLeft(
  db: Kysely<Schema>,
  mostAttempts: number,
  now: Date,
): Promise<Left> {
  const waiting = await db
    .selectFrom('launch_recipients')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('retry_at').as('next')])
    .where('state', '=', 'queued')
    .where('attempts', '<', mostAttempts)
    .executeTakeFirstOrThrow()
  const count = Number(waiting.count)
  if (count > 0) {
    const waitMs = waiting.next === null ? 0 : Date.parse(waiting.next) - now.getTime()
    return { kind: 'later', count, waitMs: Math.max(waitMs, 100) }
  }
  const rest = await db
    .selectFrom('launch_recipients')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .where('state', 'in', ['queued', 'sending'])
    .groupBy('state')
    .execute()
  if (rest.some((row) => row.state === 'sending')) return { kind: 'with-others' }
  return { kind: 'nobody', givenUp: Number(rest[0]?.count ?? 0) }
}
