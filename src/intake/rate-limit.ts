import { sql, type Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/**
 * Counts one submission of a client in the current minute. Kept in the database, so that several
 * processes share one count and a restart does not reset it.
 * @returns seconds to wait, or 0 when the submission may pass
 */
export async function countSubmission(
  db: Kysely<Schema>,
  clientHash: string,
  mostPerMinute: number,
  now: Date,
): Promise<number> {
  if (mostPerMinute === 0) return 0
  const minute = Math.floor(now.getTime() / 60_000)
  const { count } = await db
    .insertInto('rate_limits')
    .values({ client_hash: clientHash, minute, count: 1 })
    .onConflict((conflict) =>
      conflict.column('client_hash').doUpdateSet({
        // "<>" and not "<": after the clock was set back, an old minute must not lock anyone out.
        count: sql`case when rate_limits.minute <> ${minute} then 1 else rate_limits.count + 1 end`,
        minute,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  if (count <= mostPerMinute) return 0
  return 60 - Math.floor((now.getTime() / 1000) % 60)
}
