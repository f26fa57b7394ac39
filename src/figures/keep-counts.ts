import { sql } from 'kysely'
import type { Db, Trx } from '#database/schema.ts'
import type { SourceCount } from './count-visits.ts'
import { sumOf } from './read-visits.ts'
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
  // Its row is the lock: two servers would each find room for the last source.
  await add(trx, [{ day, source: other, visits: 0, signups: 0 }])
  await add(trx, counts)
  const rows = await trx.selectFrom('visits').selectAll().where('day', '=', day).execute()
  const isOfNow = new Set(counts.map(({ source }) => source))
  // Many who come from one place go before one who invents many, however early in the day.
  const rank = ({ source, visits, signups }: SourceCount) =>
    visits + signups + (isOfNow.has(source) ? 0.5 : 0)
  const tooMany = rows
    .filter(({ source }) => source !== other)
    .toSorted((a, b) => rank(b) - rank(a))
    .slice(mostSourcesPerDay - 1)
  if (tooMany.length === 0) return
  const names = tooMany.map(({ source }) => source)
  await trx.deleteFrom('visits').where('day', '=', day).where('source', 'in', names).execute()
  const { visits, signups } = sumOf(tooMany)
  await add(trx, [{ day, source: other, visits, signups }])
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
