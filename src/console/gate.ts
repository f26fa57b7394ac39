import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type Gate = ReturnType<typeof createGate>

/** 'opened': the token was right, and is used up now. 'admitted': the browser that opened it. */
export type Verdict = 'opened' | 'admitted' | 'wrong-host' | 'foreign' | 'locked'

/** Decides about each request before anything else reads it. */
export function createGate(port: number) {
  const origin = `http://127.0.0.1:${port}`
  const opening = `/open/${secret()}`
  const key = secret()
  // Browsers send a cookie to every port of 127.0.0.1, but only below its path: no other local server knows this one.
  const base = `/${secret(12)}`
  // With the port: two consoles must not overwrite each other's.
  const cookieName = `console-${port}`
  let isOpened = false

  function isForeign({ headers, method }: IncomingMessage): boolean {
    const site = headers['sec-fetch-site'] ?? 'none'
    // Not `same-site`: that is any other port of this machine.
    if (site !== 'none' && site !== 'same-origin') return true
    // Every browser names the origin of a POST.
    return (headers.origin ?? (method === 'POST' ? '' : origin)) !== origin
  }

  return {
    base,
    origin,
    link: `${origin}${opening}`,
    /** SameSite=Strict, and gone with the browser. */
    cookie: `${cookieName}=${key}; Path=${base}; HttpOnly; SameSite=Strict`,
    check(request: IncomingMessage): Verdict {
      const { headers, method, url = '' } = request
      // Otherwise a name that an attacker points to 127.0.0.1 would be an origin of its own (DNS rebinding).
      if (headers.host !== `127.0.0.1:${port}`) return 'wrong-host'
      if (isForeign(request)) return 'foreign'
      if (isEqual(url, opening)) {
        // A browser that only prefetches the link must not use it up.
        if (isOpened || method !== 'GET' || headers['sec-purpose'] !== undefined) return 'locked'
        isOpened = true
        return 'opened'
      }
      if (!url.startsWith(`${base}/`)) return 'locked'
      // Any that matches: a page on another port may have set one of the same name.
      const cookies = (headers.cookie ?? '').split(/; ?/)
      return cookies.some((cookie) => isEqual(cookie, `${cookieName}=${key}`))
        ? 'admitted'
        : 'locked'
    },
  }
}

function secret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** In constant time, whatever the lengths. */
function isEqual(given: string, wanted: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(given), digest(wanted))
}
