import { sql } from 'kysely'
import type { Db } from '#database/schema.ts'
import { lifetimes } from '#lifetimes.ts'

/** Who sent a submission, as the limits know them: nobody without the secret can tell an address by it. */
export interface ClientHashes {
  client: string
  network: string
}

const windowMinutes = lifetimes.rateLimitDays * 24 * 60
/** A network may send so many minutes' worth a day. */
const minutesPerDay = 50

/**
 * Counts submissions of clients in the current minute, and of their networks in the current day. Kept in the
 * database, so that several processes share one count and a restart does not reset it.
 * @param senders one a submission, in the order of their arrival
 * @returns for each, seconds to wait, or 0 when the submission may pass
 */
export async function countSubmissions(
  db: Db,
  senders: ClientHashes[],
  mostPerMinute: number,
  now: Date,
): Promise<number[]> {
  if (mostPerMinute === 0) return senders.map(() => 0)
  const minute = Math.floor(now.getTime() / 60_000)
  // By its last minute, with which a count is forgotten.
  const lastOfDay = minute - (minute % windowMinutes) + windowMinutes - 1
  const windows = [
    { hashes: senders.map(({ client }) => client), minute, most: mostPerMinute },
    {
      hashes: senders.map(({ network }) => network),
      minute: lastOfDay,
      most: mostPerMinute * minutesPerDay,
    },
  ]
  const counts = await addUp(db, windows)
  return senders.map((_, index) => {
    const waits = windows.map(({ hashes, minute: last, most }) => {
      const count = counts.get(hashes[index]!)! + 1
      counts.set(hashes[index]!, count)
      return count <= most ? 0 : (last + 1) * 60 - Math.floor(now.getTime() / 1000)
    })
    return Math.max(...waits)
  })
}

// A server that is late counts into the window that another has begun: that of the minute before, or the day
// before. Any other past is a clock that was set back, and an old minute must not lock anyone out.
const isSameWindow = sql`rate_limits.minute - excluded.minute in (0, 1, ${sql.lit(windowMinutes)})`

/** @returns what each had before */
async function addUp(db: Db, windows: { hashes: string[]; minute: number }[]) {
  const rows = windows.flatMap(({ hashes, minute }) =>
    Array.from(
      Map.groupBy(hashes, (hash) => hash),
      ([client_hash, { length }]) => ({ client_hash, minute, count: length }),
    ),
  )
  const counted = await db
    .insertInto('rate_limits')
    .values(rows.toSorted((a, b) => (a.client_hash < b.client_hash ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('client_hash').doUpdateSet({
        count: sql`excluded.count + case when ${isSameWindow} then rate_limits.count else 0 end`,
        minute: sql`case when ${isSameWindow} then rate_limits.minute else excluded.minute end`,
      }),
    )
    .returning(['client_hash', 'count'])
    .execute()
  const added = new Map(rows.map(({ client_hash, count }) => [client_hash, count]))
  return new Map(
    counted.map(({ client_hash, count }) => [client_hash, count - added.get(client_hash)!]),
  )
}
