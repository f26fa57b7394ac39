import type { Db } from '#database/schema.ts'

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
  const { visits, share } = sumOf(rows)
  return {
    /** Most visits first. */
    sources: Array.from(
      Map.groupBy(rows, ({ source }) => source),
      ([source, some]) => ({ source, ...sumOf(some) }),
    )
      .filter((one) => one.visits + one.signups > 0)
      .toSorted((a, b) => b.visits - a.visits || b.signups - a.signups),
    visitsByDay: days.map(({ day }) => ({ day, visits: sumOf(byDay.get(day) ?? []).visits })),
    visits,
    share,
  }
}

export function sumOf(counts: { visits: number; signups: number }[]) {
  const visits = counts.reduce((sum, count) => sum + count.visits, 0)
  const signups = counts.reduce((sum, count) => sum + count.signups, 0)
  /** Newsletter forms sent for each visit, 0 to 1; null without visits. */
  const share = visits === 0 ? null : signups / visits
  return { visits, signups, share }
}
