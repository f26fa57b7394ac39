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
  const clients = senders.map(({ client }) => client)
  const waits = await addUp(db, clients, { last: minute, most: mostPerMinute }, now)
  // What the minute refuses does not use up the day of everybody else in that network.
  const networks = senders.filter((_, index) => waits[index] === 0).map(({ network }) => network)
  // By its last minute, with which a count is forgotten.
  const last = minute - (minute % windowMinutes) + windowMinutes - 1
  const dayWaits = await addUp(db, networks, { last, most: mostPerMinute * minutesPerDay }, now)
  return waits.map((wait) => (wait > 0 ? wait : dayWaits.shift()!))
}

// A server that is late counts into the window that another has begun: that of the minute before, or the day
// before. Any other past is a clock that was set back, and an old minute must not lock anyone out.
const isSameWindow = sql`rate_limits.minute - excluded.minute in (0, 1, ${sql.lit(windowMinutes)})`

/** @returns for each, seconds until the window ends, or 0 while there is room in it */
async function addUp(
  db: Db,
  hashes: string[],
  { last, most }: { last: number; most: number },
  now: Date,
): Promise<number[]> {
  if (hashes.length === 0) return []
  const added = Map.groupBy(hashes, (hash) => hash)
  const rows = Array.from(added, ([client_hash, { length: count }]) => {
    return { client_hash, minute: last, count }
  })
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
  const before = new Map(
    counted.map(({ client_hash, count }) => [client_hash, count - added.get(client_hash)!.length]),
  )
  return hashes.map((hash) => {
    const count = before.get(hash)! + 1
    before.set(hash, count)
    return count <= most ? 0 : (last + 1) * 60 - Math.floor(now.getTime() / 1000)
  })
}
