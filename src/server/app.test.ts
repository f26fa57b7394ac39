import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openTestApp, sharedTestApp } from '../../test/support/test-app.ts'

const local = { publicUrl: 'http://localhost:3000' }
const app = await sharedTestApp('sqlite', local)
await app.compressed()

const pages = ['/', '/about', '/contact', '/terms', '/privacy']

describe('headers', () => {
  test('every answer, of whatever kind, is guarded', async () => {
    // One of its submissions is kept.
    const { request } = await openTestApp('sqlite', local)
    const post = (body: string) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const answers = await Promise.all([
      ...[...pages, '/nowhere', '/about/', '/healthz', '/assets/n.js', '/assets/dot.png'].map(
        (path) => request(path),
      ),
      request('/contact', post('{"email":"ada@example.com"}')),
      request('/contact', post('{')),
      request('/about', { method: 'DELETE' }),
    ])
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      const policy = headers.get('content-security-policy')
      expect(policy).toMatch(/^default-src 'none'; /)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).not.toContain('unsafe')
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  test('https is demanded for good where the site has it', async () => {
    const secure = await sharedTestApp('sqlite', { publicUrl: 'https://www.example.com' })
    for (const path of ['/', '/assets/n.js', '/nowhere', '/healthz']) {
      const { headers } = await secure.request(path)
      expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
    }
  })

  test('pages are asked for again, hashed files never, answers are not stored', async () => {
    const cacheControl = async (path: string) =>
      (await app.request(path)).headers.get('cache-control')
    expect(await cacheControl('/')).toBe('no-cache')
    expect(await cacheControl('/assets/n.js')).toBe('public, max-age=31536000, immutable')
    expect(await cacheControl('/assets/dot.png')).toBe('public, max-age=31536000, immutable')
    expect(await cacheControl('/healthz')).toBe('no-store')
  })
})

describe('what is asked for', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0', null],
    ['deflate', null],
    ['brotli', null],
    ['', null],
  ])('Accept-Encoding "%s" gets %s, and the same page', async (accepted, encoding) => {
    const answer = await app.request('/', { headers: { 'accept-encoding': accepted } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? '']
    expect((decode ? decode(bytes) : bytes).toString()).toMatch(/^<!doctype html>/)
  })

  test('a page that the browser has already is 304, without a body, in its own encoding only', async () => {
    const ask = (headers: Record<string, string>) => app.request('/terms', { headers })
    const first = await ask({ 'accept-encoding': 'br' })
    const etag = first.headers.get('etag')!
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await ask({ 'accept-encoding': 'br', 'if-none-match': known })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
      expect(again.headers.get('etag')).toBe(etag)
      expect(again.headers.get('content-security-policy')).toContain('sha256')
    }
    expect((await ask({ 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200)
    expect((await ask({ 'accept-encoding': 'br', 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('HEAD is GET without the body', async () => {
    for (const path of [...pages, '/assets/n.js', '/assets/dot.png', '/nowhere', '/healthz']) {
      const get = await app.request(path)
      const head = await app.request(path, { method: 'HEAD' })
      expect(head.status).toBe(get.status)
      for (const { headers } of [get, head]) {
        headers.delete('x-request-id')
        // Known once it is written.
        if (path === '/healthz') headers.delete('content-length')
      }
      expect([...head.headers]).toEqual([...get.headers])
      expect(await head.text()).toBe('')
    }
  })

  test('another method on a page is 405 and says which are allowed', async () => {
    for (const [path, method, allow] of [
      ['/about', 'POST', 'GET, HEAD'],
      ['/', 'PUT', 'GET, HEAD'],
      ['/healthz', 'DELETE', 'GET, HEAD'],
      ['/contact', 'PUT', 'GET, HEAD, POST, OPTIONS'],
    ]) {
      const answer = await app.request(path!, { method: method! })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    }
  })

  test('a slash too many is one redirect to the page', async () => {
    for (const path of pages.slice(1)) {
      for (const slashes of ['/', '//']) {
        const answer = await app.request(`${path}${slashes}`)
        expect([answer.status, answer.headers.get('location')]).toEqual([308, path])
        const asked = await app.request(`${path}${slashes}?from=a&b=c`)
        expect(asked.headers.get('location')).toBe(`${path}?from=a&b=c`)
      }
    }
  })

  test.each([
    '/nowhere',
    '/nowhere/',
    '/404',
    '/404/',
    '/About',
    '/about/x',
    '/assets/',
    '/assets/none.js',
    '//',
    '//evil.example/',
    '/assets/..%2f..%2fpackage.json',
    '/%00',
    '/%',
    '/%E0%A4%A',
    '/about%2F',
    '/__proto__',
    '/constructor',
    '/.env',
    '/about;x',
  ])('%s is the 404 page', async (path) => {
    const answer = await app.request(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(await answer.text()).toContain('There is no page at this address')
  })

  test('a path of many slashes takes no longer than one of many letters', async () => {
    const best = async (path: string) => {
      const times = []
      for (let round = 0; round < 5; round += 1) {
        const startedAt = performance.now()
        expect((await app.request(path)).status).toBe(404)
        times.push(performance.now() - startedAt)
      }
      return Math.min(...times)
    }
    const letters = await best(`/${'a'.repeat(15_000)}/x/`)
    expect(await best(`/${'/'.repeat(15_000)}/x/`)).toBeLessThan(20 * letters)
  })

  test('a path of 8,000 characters is the 404 page', async () => {
    expect((await app.request(`/${'x'.repeat(8000)}`)).status).toBe(404)
  })

  test('only the five pages may be found by search engines', async () => {
    for (const path of pages) {
      expect((await app.request(path)).headers.get('x-robots-tag')).toBeNull()
    }
    for (const path of [
      '/newsletter/thanks',
      '/newsletter/invalid',
      '/contact/thanks',
      '/not-sent',
    ]) {
      expect((await app.request(path)).headers.get('x-robots-tag')).toBe('noindex')
    }
  })

  test('every link on a page leads somewhere', async () => {
    const html = (path: string) => Promise.resolve(app.request(path)).then((page) => page.text())
    for (const path of pages) {
      for (const [, href = ''] of (await html(path)).matchAll(/<a [^>]*?href="([^"]*)"/g)) {
        if (/^(?:https:|mailto:)/.test(href)) continue
        const target = new URL(href, `http://localhost${path}`)
        expect((await app.request(target.pathname)).status, href).toBe(200)
        const anchor = target.hash.slice(1)
        if (anchor) expect(await html(target.pathname), href).toContain(` id="${anchor}"`)
      }
    }
  })
})
