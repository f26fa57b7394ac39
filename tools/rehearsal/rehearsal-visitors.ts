import { setTimeout as sleep } from 'node:timers/promises'
import type { View } from './rehearsal-results.ts'

const visitorsPerSecond = 20

/** Visitors who load a page; every fourth also signs up. If the site is down for a moment, they try again as browsers do. */
export function createVisitors(url: string, paths: string[]) {
  const views: View[] = []
  /** When the form was sent, by address. */
  const signups = new Map<string, number>()
  /** Responses other than 200, except 503, which asks to try again. */
  const errors: string[] = []
  const unfinished = new Set<Promise<void>>()
  const firstEtags = new Map<string, string | null>()
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined

  async function ask(path: string, request: RequestInit = {}) {
    while (!over.signal.aborted) {
      const askedAt = Date.now()
      try {
        const response = await fetch(`${url}${path}`, request)
        const etag = response.headers.get('etag')
        await response.arrayBuffer()
        if (response.ok) return { askedAt, etag }
        if (response.status !== 503) {
          errors.push(`${request.method ?? 'GET'} ${path} ${response.status}`)
          return undefined
        }
      } catch {
        // Refused or cut off: the site is being restarted.
      }
      await sleep(50)
    }
    return undefined
  }

  async function view(path: string) {
    const startedAt = Date.now()
    // Unencoded, because the ETag also names the encoding.
    const response = await ask(path, { headers: { 'accept-encoding': 'identity' } })
    if (!response) return
    const { askedAt, etag } = response
    const first = firstEtags.getOrInsert(path, etag)
    views.push({ path, startedAt, askedAt, shownAt: Date.now(), isLaunched: etag !== first })
  }

  async function signUp(email: string) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': email }
    const startedAt = Date.now()
    if (await ask('/contact', { method: 'POST', headers, body: JSON.stringify({ email }) })) {
      signups.set(email, startedAt)
    }
  }

  const visit = async (number: number) => {
    await view(paths[number % paths.length]!)
    if (number % 4 === 0) await signUp(`visitor${number}@example.com`)
  }

  return {
    views,
    signups,
    errors,
    ask,
    view,
    signUp,
    start() {
      let number = 0
      timer = setInterval(() => {
        const visiting = visit((number += 1)).finally(() => unfinished.delete(visiting))
        unfinished.add(visiting)
      }, 1000 / visitorsPerSecond)
    },
    /** No new ones; waits for those who are there. */
    async finish() {
      clearInterval(timer)
      await Promise.all(unfinished)
    },
    stop() {
      over.abort()
      clearInterval(timer)
    },
  }
}

export type Visitors = ReturnType<typeof createVisitors>
