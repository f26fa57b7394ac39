import { sql } from 'kysely'
import type { Db, Trx } from '#database/schema.ts'
import { otherSources, type SourceCount } from './visit-counter.ts'

/** Over all servers. Further sources of a day count as "other". */
export const maxSourcesPerDay = 200

/** Adds the counts of one server to the stored counts of their days. */
export async function storeCounts(db: Db, counts: SourceCount[]) {
  if (counts.length === 0) return
  await db.transaction().execute(async (trx) => {
    for (const [day, ofDay] of Map.groupBy(counts, (count) => count.day)) {
      await addToDay(trx, day, ofDay)
    }
  })
}

async function addToDay(trx: Trx, day: string, counts: SourceCount[]) {
  // This row is the lock: without it two servers could each add the last source of the day.
  await add(trx, [{ day, source: otherSources, visits: 0, signups: 0 }])
  const stored = trx.selectFrom('visits').select('source').where('day', '=', day)
  const names = new Set((await stored.execute()).map(({ source }) => source))
  const { named = [], rest = [] } = Object.groupBy(counts, ({ source }) => {
    if (names.size < maxSourcesPerDay) names.add(source)
    return names.has(source) ? 'named' : 'rest'
  })
  if (named.length > 0) await add(trx, named)
  const { visits, signups } = sumVisits(rest)
  if (rest.length > 0) await add(trx, [{ day, source: otherSources, visits, signups }])
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

/** @param days oldest first */
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
  const { visits, signupsPerVisit } = sumVisits(rows)
  return {
    /** Most visits first. */
    sources: Array.from(bySource, ([source, some]) => ({ source, ...sumVisits(some) }))
      .filter((one) => one.visits + one.signups > 0)
      .toSorted((a, b) => b.visits - a.visits || b.signups - a.signups),
    visitsByDay: days.map(({ day }) => ({ day, visits: sumVisits(byDay.get(day) ?? []).visits })),
    visits,
    signupsPerVisit,
  }
}

function sumVisits(counts: { visits: number; signups: number }[]) {
  const visits = counts.reduce((sum, count) => sum + count.visits, 0)
  const signups = counts.reduce((sum, count) => sum + count.signups, 0)
  /** Newsletter forms sent per visit, 0 to 1; null without visits. */
  const signupsPerVisit = visits === 0 ? null : signups / visits
  return { visits, signups, signupsPerVisit }
}
