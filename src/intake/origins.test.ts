import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { noRows, openTestApp } from '../../test/support/test-app.ts'

const signup = { email: 'ada@example.com' }
const elsewhere = 'https://pages.example.net'

describe.each(dialects)('POST /contact by origin (%s)', (dialect) => {
  test.each([
    ['of the public address', { origin: 'https://www.example.com' }],
    ['of the requested host', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    ['of ALLOWED_ORIGINS', { origin: elsewhere }],
    [
      'of the public address, behind a proxy',
      { origin: 'https://www.example.com', host: 'app:3000' },
    ],
  ])('a page %s is accepted', async (_, headers) => {
    const app = await openTestApp(dialect)
    expect((await app.submit(signup, headers)).status).toBe(200)
    expect((await app.submitForm(signup, headers)).status).toBe(303)
  })

  test('a request without an Origin header is accepted', async () => {
    const app = await openTestApp(dialect)
    expect((await app.submit(signup)).status).toBe(200)
    expect((await app.submit(signup, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another scheme of the public address', { origin: 'http://www.example.com', host: 'app' }],
    ['another port of the public address', { origin: 'https://www.example.com:444', host: 'app' }],
    ['a host that only ends like ours', { origin: 'https://evilwww.example.com', host: 'app' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a sandboxed frame that names no host', { origin: 'null', host: '' }],
    ['a browser that hides the origin', { 'sec-fetch-site': 'cross-site' }],
  ])('%s is rejected with 403, as JSON and as a form', async (_, headers) => {
    const app = await openTestApp(dialect)
    for (const response of [
      await app.submit(signup, headers),
      await app.submitForm(signup, headers),
    ]) {
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(await response.json()).toEqual({
        ok: false,
        error: { code: 'foreign-origin', message: expect.any(String) },
      })
    }
    expect(await app.rows()).toEqual(noRows)
  })

  test('only an allowed origin gets the CORS headers', async () => {
    const app = await openTestApp(dialect)
    const preflight = (origin: string) =>
      app.request('/contact', {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'consent-text,content-type,idempotency-key',
        },
      })
    const allowed = await preflight(elsewhere)
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-origin')).toBe(elsewhere)
    expect(allowed.headers.get('access-control-allow-methods')).toBe('POST')
    expect(allowed.headers.get('access-control-allow-headers')).toBe(
      'Content-Type,Idempotency-Key,Consent-Text',
    )
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    expect(allowed.headers.get('vary')).toMatch(/origin/i)
    const foreign = await preflight('https://evil.example')
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    const sent = await app.submit(signup, { origin: elsewhere })
    expect(sent.headers.get('access-control-allow-origin')).toBe(elsewhere)
    expect(sent.headers.get('vary')).toMatch(/origin/i)
    const refused = await app.submit({ email: 'ada' }, { origin: elsewhere })
    expect(refused.headers.get('access-control-allow-origin')).toBe(elsewhere)
  })
})
