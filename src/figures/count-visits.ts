import type { Schema } from '#database/schema.ts'
import { other, sourceOfPage, sourceOfVisit } from './source-of-visit.ts'

export type SourceCount = Schema['visits']

export type VisitCounter = ReturnType<typeof createVisitCounter>

/** Whatever strangers invent in a minute takes no more room than this. */
const mostSources = 1000

/** Counts in memory; nothing of a visitor is in it. */
export function createVisitCounter(publicUrl: string, clock: () => Date) {
  const { host: ownHost } = new URL(publicUrl)
  let counts = new Map<string, SourceCount>()

  function countOf(given: string, day = clock().toISOString().slice(0, 10)): SourceCount {
    const isNamed = counts.has(`${day} ${given}`) || counts.size < mostSources
    const source = isNamed ? given : other
    return counts.getOrInsert(`${day} ${source}`, { day, source, visits: 0, signups: 0 })
  }

  return {
    visit(query: string, referer: string | undefined, host: string | undefined) {
      const source = sourceOfVisit(query, referer, [ownHost, host])
      if (source !== undefined) countOf(source).visits += 1
    },
    /** @param address of the page that the form stood on */
    signup(address: string | undefined) {
      countOf(sourceOfPage(address)).signups += 1
    },
    /** What was counted since it was last asked. */
    take() {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
    /** What was taken and could not be kept. */
    putBack(taken: SourceCount[]) {
      for (const { day, source, visits, signups } of taken) {
        const count = countOf(source, day)
        count.visits += visits
        count.signups += signups
      }
    },
  }
}
