import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#config.ts'
import { checkOutside, checkPublicUrl } from './check-outside.ts'

test('a site that does not answer at http without TLS is looked at all the same', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const fetched = vi.fn(async () => new Response('ok'))
  vi.stubGlobal('fetch', fetched)
  // As where both addresses of a host refuse.
  const cause = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  fetched.mockRejectedValueOnce(new TypeError('fetch failed', { cause }))
  const findings = await Array.fromAsync(checkOutside(new URL('http://www.example.com')))
  expect(findings.map(({ subject, level }) => `${subject}: ${level}`)).toEqual([
    'Certificate: failure',
    'Redirect: failure',
    'Home page: ok',
    'Headers: failure',
    'Links: failure',
    'Submissions: ok',
  ])
  expect(findings[1]!.message).toContain('ECONNREFUSED')
})

test.each([
  ['http://localhost:3000', '0', ['PUBLIC_URL: failure']],
  ['http://www.example.com', '0', ['PUBLIC_URL: failure']],
  ['https://www.example.com', '0', ['PUBLIC_URL: ok', 'TRUST_PROXY: failure']],
  ['https://www.example.com', '1', ['PUBLIC_URL: ok', 'TRUST_PROXY: ok']],
])('%s behind %s proxies: %j', (PUBLIC_URL, TRUST_PROXY, expected) => {
  const findings = checkPublicUrl(readConfig({ PUBLIC_URL, TRUST_PROXY }))
  expect(findings.map(({ subject, level }) => `${subject}: ${level}`)).toEqual(expected)
})
