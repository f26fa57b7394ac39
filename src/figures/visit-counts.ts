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

/** @param days the days that are wanted, oldest first */
export async function readVisits(db: Db, days: { day: string }[]) {
  const rows = await db
    .selectFrom('visits')
    .selectAll()
    .where('day', '>=', days[0]!.day)
    .where('day', '<=', days.at(-1)!.day)
    .orderBy('source')
    .execute()
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const bySource = Map.groupBy(rows, ({ source }) => source)
  const { visits, share } = sumOf(rows)
  return {
    /** Most visits first. */
    sources: Array.from(bySource, ([source, some]) => ({ source, ...sumOf(some) }))
      .filter((one) => one.visits + one.signups > 0)
      .toSorted((a, b) => b.visits - a.visits || b.signups - a.signups),
    visitsByDay: days.map(({ day }) => ({ day, visits: sumOf(byDay.get(day) ?? []).visits })),
    visits,
    share,
  }
}

function sumOf(counts: { visits: number; signups: number }[]) {
  const visits = counts.reduce((sum, count) => sum + count.visits, 0)
  const signups = counts.reduce((sum, count) => sum + count.signups, 0)
  /** Newsletter forms sent for each visit, 0 to 1; null without visits. */
  const share = visits === 0 ? null : signups / visits
  return { visits, signups, share }
}
