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
  const all = sumOf(rows)
  return {
    /** Most visits first. */
    sources: [...Map.groupBy(rows, ({ source }) => source)]
      .map(([source, some]) => ({ source, ...sumOf(some) }))
      .filter(({ visits, signups }) => visits + signups > 0)
      .toSorted((a, b) => b.visits - a.visits || b.signups - a.signups)
      .map((count) => ({ ...count, share: shareOf(count) })),
    visitsByDay: days.map(({ day }) => ({ day, visits: sumOf(byDay.get(day) ?? []).visits })),
    visits: all.visits,
    /** Newsletter forms sent for each visit, 0 to 1; null without visits. */
    share: shareOf(all),
  }
}

export function sumOf(counts: { visits: number; signups: number }[]) {
  return counts.reduce(
    (all, row) => ({ visits: all.visits + row.visits, signups: all.signups + row.signups }),
    { visits: 0, signups: 0 },
  )
}

function shareOf({ visits, signups }: { visits: number; signups: number }): number | null {
  return visits === 0 ? null : signups / visits
}
