import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** 'opened': the token was right, and is used up now. 'admitted': the browser that opened it. */
type Admission = 'opened' | 'admitted' | 'refused'

/** Decides about each request before anything else reads it. */
export function createGate(port: number) {
  const host = `127.0.0.1:${port}`
  const origin = `http://${host}`
  const tokenPath = `/open/${secret()}`
  // Browsers send a cookie to every port of 127.0.0.1, but only below its path: no other local server knows this one.
  const base = `/${secret(12)}`
  // With the port: two consoles must not overwrite each other's.
  const cookie = `console-${port}=${secret()}`
  let isTokenUsed = false

  function isForeign({ headers, method }: IncomingMessage): boolean {
    // Otherwise a name that an attacker points to 127.0.0.1 would be an origin of its own (DNS rebinding).
    if (headers.host !== host) return true
    const site = headers['sec-fetch-site'] ?? 'none'
    // Not `same-site`: that is any other port of this machine.
    if (site !== 'none' && site !== 'same-origin') return true
    // Every browser names the origin of a POST.
    return (headers.origin ?? (method === 'POST' ? '' : origin)) !== origin
  }

  /** @returns whether it could be used */
  function useToken({ headers, method }: IncomingMessage): boolean {
    // A browser that only prefetches the link must not use it up.
    if (isTokenUsed || method !== 'GET' || headers['sec-purpose'] !== undefined) return false
    isTokenUsed = true
    return true
  }

  return {
    base,
    origin,
    link: `${origin}${tokenPath}`,
    /** Gone when the browser is closed. */
    setCookie: `${cookie}; Path=${base}; HttpOnly; SameSite=Strict`,
    check(request: IncomingMessage): Admission {
      const { headers, url = '' } = request
      if (isForeign(request)) return 'refused'
      if (isEqual(url, tokenPath)) return useToken(request) ? 'opened' : 'refused'
      // Also refuses an address with a host in it: Node takes that as the path.
      if (!url.startsWith(`${base}/`)) return 'refused'
      // Any that matches: a page on another port may have set one of the same name.
      const cookies = (headers.cookie ?? '').split(/; ?/)
      return cookies.some((given) => isEqual(given, cookie)) ? 'admitted' : 'refused'
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
