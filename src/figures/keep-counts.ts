import { sql } from 'kysely'
import type { Db, Trx } from '#database/schema.ts'
import type { SourceCount } from './count-visits.ts'
import { other } from './source-of-visit.ts'

/** By all servers together; the rest is "other". */
export const mostSourcesPerDay = 200

/** Adds what a server counted to the day's figures. */
export async function keepCounts(db: Db, counts: SourceCount[], now: Date) {
  if (counts.length === 0) return
  const day = now.toISOString().slice(0, 10)
  await db.transaction().execute(async (trx) => {
    // Its row is the lock: two servers would each find room for the last source.
    await add(trx, day, [{ source: other, visits: 0, signups: 0 }])
    const rows = await trx.selectFrom('visits').select('source').where('day', '=', day).execute()
    const known = new Set(rows.map(({ source }) => source))
    // Many who come from one place go before one who invents many.
    for (const { source } of counts.toSorted((a, b) => b.visits + b.signups - a.visits - a.signups))
      if (known.size < mostSourcesPerDay) known.add(source)
    const rest = { source: other, visits: 0, signups: 0 }
    for (const { source, visits, signups } of counts) {
      if (known.has(source) && source !== other) continue
      rest.visits += visits
      rest.signups += signups
    }
    await add(trx, day, [
      ...counts.filter(({ source }) => known.has(source) && source !== other),
      rest,
    ])
  })
}

async function add(trx: Trx, day: string, counts: SourceCount[]) {
  if (counts.length === 0) return
  await trx
    .insertInto('visits')
    .values(counts.map((count) => ({ day, ...count })))
    .onConflict((conflict) =>
      conflict.columns(['day', 'source']).doUpdateSet({
        visits: sql`visits.visits + excluded.visits`,
        signups: sql`visits.signups + excluded.signups`,
      }),
    )
    .execute()
}
