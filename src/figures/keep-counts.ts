import { sql } from 'kysely'
import type { Db, Trx } from '#database/schema.ts'
import type { SourceCount } from './count-visits.ts'
import { other } from './source-of-visit.ts'

/** By all servers together; the rest is "other". */
export const mostSourcesPerDay = 200

/** Adds what a server counted to the figures of its days. */
export async function keepCounts(db: Db, counts: SourceCount[]) {
  if (counts.length === 0) return
  await db.transaction().execute(async (trx) => {
    for (const [day, ofDay] of Map.groupBy(counts, (count) => count.day)) {
      await keepDay(trx, day, ofDay)
    }
  })
}

async function keepDay(trx: Trx, day: string, counts: SourceCount[]) {
  const rest = { day, source: other, visits: 0, signups: 0 }
  // Its row is the lock: two servers would each find room for the last source.
  await add(trx, [rest])
  const rows = await trx.selectFrom('visits').select('source').where('day', '=', day).execute()
  const known = new Set(rows.map(({ source }) => source))
  const named: SourceCount[] = []
  // Many who come from one place go before one who invents many.
  for (const count of counts.toSorted((a, b) => b.visits + b.signups - a.visits - a.signups)) {
    if (known.size < mostSourcesPerDay) known.add(count.source)
    if (known.has(count.source) && count.source !== other) named.push(count)
    else {
      rest.visits += count.visits
      rest.signups += count.signups
    }
  }
  await add(trx, [...named, rest])
}

async function add(trx: Trx, counts: SourceCount[]) {
  await trx
    .insertInto('visits')
    .values(counts)
    .onConflict((conflict) =>
      conflict.columns(['day', 'source']).doUpdateSet({
        visits: sql`visits.visits + excluded.visits`,
        signups: sql`visits.signups + excluded.signups`,
      }),
    )
    .execute()
}
