import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { compressed } from '../../test/support/compressed.ts'
import { newTarget } from '../../test/support/databases.ts'
import { openTestApp, testAppOn } from '../../test/support/test-app.ts'
import { site as content } from '#content/content.ts'
import { openDatabase } from '#database/open-database.ts'
import { localPath } from '#routes.ts'
import { maxAgeSeconds } from './app.ts'

const database = await openDatabase(await newTarget('sqlite'))
const app = testAppOn(database, { publicUrl: 'http://localhost:3000' })
await compressed(app.site)

const paths = ['/', '/about', '/contact', '/terms', '/privacy', '/questionnaire']
const pages = content.languages.flatMap((language) =>
  paths.map((path) => localPath(language, path)),
)

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0', null],
  ['brotli', null],
  ['', null],
])('Accept-Encoding "%s" gets the page with Content-Encoding %s', async (accepted, encoding) => {
  for (const path of ['/', '/nowhere']) {
    const response = await app.request(path, { headers: { 'accept-encoding': accepted } })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? '']
    expect((decode ? decode(bytes) : bytes).toString()).toMatch(/^<!doctype html>/)
  }
})

test('a matching ETag gets 304 without a body, only for the same encoding', async () => {
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

test('HEAD gets the headers of GET without the body', async () => {
  for (const path of [...pages, '/assets/n.js', '/assets/dot.png', '/nowhere', '/healthz']) {
    const headers = { 'accept-encoding': 'br' }
    const get = await app.request(path, { headers })
    const head = await app.request(path, { method: 'HEAD', headers })
    expect(head.status).toBe(get.status)
    for (const response of [get, head]) {
      response.headers.delete('x-request-id')
      // HEAD has no body to take the length from.
      if (path === '/healthz') response.headers.delete('content-length')
    }
    expect([...head.headers]).toEqual([...get.headers])
    expect(await head.text()).toBe('')
  }
})

test('an unsupported method gets 405 with the allowed methods', async () => {
  for (const [path, method, allow] of [
    ['/about', 'POST', 'GET, HEAD'],
    ['/', 'PUT', 'GET, HEAD'],
    ['/healthz', 'DELETE', 'GET, HEAD'],
    ['/readyz', 'POST', 'GET, HEAD'],
    ['/contact', 'PUT', 'GET, HEAD, POST, OPTIONS'],
  ]) {
    const response = await app.request(path!, { method: method! })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
  }
})

test('an internal error gets a 500 without details, and is only written to the log', async () => {
  const broken = await openTestApp('sqlite')
  await broken.submit({ email: 'ada@example.com' })
  const link = await broken.linkTo('ada@example.com', 'confirm')
  await broken.db.destroy()
  const printed = vi.spyOn(console, 'error')
  onTestFinished(() => printed.mockRestore())
  const response = await broken.request(link)
  expect(response.status).toBe(500)
  expect(await response.text()).toMatch(/^Something went wrong on our side\./)
  const italian = await broken.request(`/it${link}`)
  const isItalian = content.languages.includes('it')
  expect(await italian.text()).toMatch(isItalian ? /^Si è verificato un problema/ : /^Something/)
  expect(broken.errors()).toHaveLength(2)
  expect(printed).not.toHaveBeenCalled()
})

test('a page that can’t be rendered gets a 500, and the server goes on', async () => {
  const broken = testAppOn(database, { publicUrl: 'https://broken.example.com' })
  const { find } = broken.site
  broken.site.find = () => {
    throw new Error('This page fails.')
  }
  const response = await broken.request('/about')
  expect([response.status, response.headers.get('x-request-id')]).toEqual([500, expect.any(String)])
  expect(await response.text()).toMatch(/^Something went wrong on our side\./)
  expect(broken.errors()).toEqual([expect.stringContaining('This page fails.')])
  broken.site.find = find
  expect((await broken.request('/about')).status).toBe(200)
})

test('a form that fails inside gets a 500 in the language of its page', async () => {
  let isBroken = false
  const clock = () => {
    if (isBroken) throw new Error('no time')
    return new Date('2026-03-01T12:00:30.000Z')
  }
  const broken = testAppOn(database, { clock, submissionsPerMinute: 20 })
  await broken.processInbox()
  isBroken = true
  const language = content.languages.at(-1)!
  const response = await broken.post(localPath(language, '/contact'), 'email=ada%40example.com', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(response.status).toBe(500)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=UTF-8')
  expect(await response.text()).toMatch(language === 'it' ? /^Si è verificato/ : /^Something went/)
})

test('a trailing slash redirects to the page', async () => {
  for (const path of pages.slice(1)) {
    for (const slashes of ['/', '//']) {
      const response = await app.request(`${path}${slashes}`)
      expect([response.status, response.headers.get('location')]).toEqual([308, path])
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
  '///',
  '//evil.example',
  '//evil.example/',
  '/../package.json',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/%00',
  '/%',
  '/%zz',
  '/%E0%A4%A',
  '/%ff%fe',
  '/%c0%ae%c0%ae/',
  '/about%00',
  '/about%2F',
  '/__proto__',
  '/constructor',
  '/.env',
  '/about;x',
  '/italia',
])('%s gets the 404 page', async (path) => {
  const response = await app.request(path)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(await response.text()).toContain('Page not found')
})

test
  .runIf(content.languages.includes('it'))
  .each(['/it/nowhere', '/it/404', '/it/404/', '/it/about/x', '/it/assets/none.js'])(
  '%s gets the 404 page in Italian (needs Italian)',
  async (path) => {
    const response = await app.request(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toMatch(/<html lang="it">.*Pagina non\u00a0trovata/s)
  },
)

test('a path of 15,000 slashes is handled about as fast as one of 15,000 letters', async () => {
  const best = async (path: string) => {
    const times = []
    for (let round = 0; round < 20; round += 1) {
      const startedAt = performance.now()
      expect((await app.request(path)).status).toBe(404)
      times.push(performance.now() - startedAt)
    }
    return Math.min(...times)
  }
  const letters = await best(`/${'a'.repeat(15_000)}/x/`)
  expect(await best(`/${'/'.repeat(15_000)}/x/`)).toBeLessThan(20 * letters)
})

test('all pages but the five public ones of each language have X-Robots-Tag noindex', async () => {
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

test('caches may keep the sitemap for an hour, but not past the launch', () => {
  const launchAt = Date.parse('2027-01-15T09:00:00+01:00')
  const maxAge = (afterMs: number) => maxAgeSeconds(new Date(launchAt + afterMs), launchAt)
  expect([-7_200_000, -90_500, -500, 0].map(maxAge)).toEqual([3600, 90, 0, 3600])
})

test('every internal link and its anchor exist', async () => {
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
