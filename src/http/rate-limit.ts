import { sql, type Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/**
 * Counts submissions of clients in the current minute. Kept in the database, so that several
 * processes share one count and a restart does not reset it.
 * @param clientHashes one a submission, in the order of their arrival
 * @returns for each, seconds to wait, or 0 when the submission may pass
 */
export async function countSubmissions(
  db: Kysely<Schema>,
  clientHashes: string[],
  mostPerMinute: number,
  now: Date,
): Promise<number[]> {
  if (mostPerMinute === 0) return clientHashes.map(() => 0)
  const minute = Math.floor(now.getTime() / 60_000)
  const groups = Map.groupBy(clientHashes.toSorted(), (hash) => hash)
  const counted = await db
    .insertInto('rate_limits')
    .values([...groups].map(([hash, { length }]) => ({ client_hash: hash, minute, count: length })))
    .onConflict((conflict) =>
      conflict.column('client_hash').doUpdateSet({
        // "<>" and not "<": after the clock was set back, an old minute must not lock anyone out.
        count: sql`case when rate_limits.minute <> excluded.minute then excluded.count
          else rate_limits.count + excluded.count end`,
        minute,
      }),
    )
    .returning(['client_hash', 'count'])
    .execute()
  const before = new Map(
    counted.map(({ client_hash: hash, count }) => [hash, count - groups.get(hash)!.length]),
  )
  return clientHashes.map((hash) => {
    const count = before.get(hash)! + 1
    before.set(hash, count)
    return count <= mostPerMinute ? 0 : 60 - Math.floor((now.getTime() / 1000) % 60)
  })
}
