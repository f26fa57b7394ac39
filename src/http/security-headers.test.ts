import { expect, test } from 'vitest'
import { openTestApp } from '../../test/support/test-app.ts'

const local = { publicUrl: 'http://localhost:3000' }

const pages = ['/', '/about', '/contact', '/terms', '/privacy', '/questionnaire', '/my-data']

test('every kind of response has the security headers', async () => {
  const { request } = await openTestApp('sqlite', local)
  const post = (body: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const responses = await Promise.all([
    ...[...pages, '/nowhere', '/about/', '/healthz', '/assets/n.js', '/assets/dot.png'].map(
      (path) => request(path),
    ),
    request('/contact', post('{"email":"ada@example.com"}')),
    request('/contact', post('{')),
    request('/about', { method: 'DELETE' }),
  ])
  for (const { headers } of responses) {
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
    expect(policy).toMatch(/form-action '(?:none|self)'/)
    expect(policy).not.toMatch(/unsafe|data:|https?:/)
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  }
})

test('if PUBLIC_URL is https, every response has Strict-Transport-Security for two years', async () => {
  const secure = await openTestApp('sqlite', { publicUrl: 'https://www.example.com' })
  for (const path of ['/', '/assets/n.js', '/nowhere', '/healthz']) {
    const { headers } = await secure.request(path)
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000')
  }
})

test('Cache-Control is no-cache for pages, immutable for hashed files, and no-store otherwise', async () => {
  const { request } = await openTestApp('sqlite', local)
  const cacheControl = async (path: string) => (await request(path)).headers.get('cache-control')
  expect(await cacheControl('/')).toBe('no-cache')
  expect(await cacheControl('/assets/n.js')).toBe('public, max-age=31536000, immutable')
  expect(await cacheControl('/assets/dot.png')).toBe('public, max-age=31536000, immutable')
  expect(await cacheControl('/healthz')).toBe('no-store')
})
