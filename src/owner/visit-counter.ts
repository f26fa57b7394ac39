import type { IncomingHttpHeaders } from 'node:http'
import type { Schema } from '#database/schema.ts'

export type SourceCount = Schema['visits']

export type VisitCounter = ReturnType<typeof createVisitCounter>

/** Limits the memory that made-up sources can take between two writes. */
const maxSources = 1000

/** Counts in memory, without any data about a visitor. */
export function createVisitCounter(publicUrl: string, clock: () => Date) {
  const { host: ownHost } = new URL(publicUrl)
  let counts = new Map<string, SourceCount>()

  function countOf(given: string, day = clock().toISOString().slice(0, 10)): SourceCount {
    const isNamed = counts.has(`${day} ${given}`) || counts.size < maxSources
    const source = isNamed ? given : otherSources
    return counts.getOrInsert(`${day} ${source}`, { day, source, visits: 0, signups: 0 })
  }

  return {
    /** Counts a request for a page, if it is a visit. */
    request(query: string, headers: IncomingHttpHeaders) {
      if (!isVisit(headers)) return
      const { referer, host } = headers
      const source = sourceOfVisit(query, referer, [ownHost, host])
      if (source !== undefined) countOf(source).visits += 1
    },
    /** @param address the page with the form */
    signup(address: string | undefined) {
      countOf(sourceOfPage(address)).signups += 1
    },
    /** @returns the counts since the last call */
    take() {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
    /** Returns counts that could not be stored. */
    putBack(taken: SourceCount[]) {
      for (const { day, source, visits, signups } of taken) {
        const count = countOf(source, day)
        count.visits += visits
        count.signups += signups
      }
    },
  }
}

/** Only browsers send Sec-Fetch-Dest (over https): bots are no visits. Nor are frames and prefetches. */
function isVisit(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-dest'] === 'document' && headers['sec-purpose'] === undefined
}

/** A signup on a page without a tag: the page's address doesn't tell which site linked to it. */
const untagged = 'untagged'
const direct = 'direct'
/** Sources without a plain name, and those above the limit. */
export const otherSources = 'other'

// Fits names of campaigns and sites, but no sentence and no email address.
const plainName = /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]{0,58}[\p{L}\p{N}])?$/u

/** The tag in the address, or the site that linked to it, or "direct"; undefined for a step within the site. */
export function sourceOfVisit(
  query: string,
  referer: string | undefined,
  ownHosts: (string | undefined)[],
): string | undefined {
  const host = referer && /^https?:\/\/([^/?#]+)/.exec(referer)?.[1]
  if (host && ownHosts.includes(host)) return undefined
  const tag = query && tagIn(query)
  if (tag) return named(tag)
  return host ? named(host.replace(/:\d+$/, '').replace(/^www\./, '')) : direct
}

/** The source of a signup: the tag in the address of its page, which the browser sends as Referer. */
export function sourceOfPage(address: string | undefined): string {
  const query = address?.indexOf('?') ?? -1
  const tag = query < 0 ? undefined : tagIn(address!.slice(query))
  return tag ? named(tag) : untagged
}

function tagIn(query: string): string | undefined {
  const given = new URLSearchParams(query)
  return given.get('utm_source') || given.get('ref') || undefined
}

function named(text: string): string {
  const name = text.trim().toLowerCase().normalize().replaceAll(' ', '-')
  return plainName.test(name) ? name : otherSources
}
