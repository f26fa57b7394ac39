import type { Schema } from '#database/schema.ts'
import { other, sourceOfPage, sourceOfVisit } from './source-of-visit.ts'

export type SourceCount = Omit<Schema['visits'], 'day'>

export type VisitCounter = ReturnType<typeof createVisitCounter>

/** Whatever strangers invent in a minute takes no more room than this. */
const mostSources = 1000

/** Counts in memory; nothing of a visitor is in it. */
export function createVisitCounter(publicUrl: string) {
  const { host: ownHost } = new URL(publicUrl)
  let counts = new Map<string, SourceCount>()

  function countOf(source: string): SourceCount {
    const name = counts.has(source) || counts.size < mostSources ? source : other
    const known = counts.get(name)
    if (known) return known
    const made = { source: name, visits: 0, signups: 0 }
    counts.set(name, made)
    return made
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
  }
}
