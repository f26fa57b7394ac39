import { expect, test } from 'vitest'
import { openTestApp } from '../../test/support/test-app.ts'

// The rules of the Mozilla Observatory (mdn/mdn-http-observatory, src/grader), as far as they are about an
// answer: its package brings a server, a browser and a database along. 100 is A+; more is extra credit.
type Rule = (headers: Headers, html: string) => number

const rules: Record<string, Rule> = {
  'content-security-policy': (headers) => {
    const policy = headers.get('content-security-policy')
    if (policy === null) return -25
    if (/unsafe|data:|https?:/.test(policy)) return -20
    const isBest =
      policy.startsWith("default-src 'none';") && /form-action '(?:none|self)'/.test(policy)
    return isBest ? 10 : 5
  },
  cookies: (headers) => (headers.has('set-cookie') ? -40 : 0),
  'cross-origin-resource-sharing': (headers) =>
    headers.has('access-control-allow-credentials') ? -50 : 0,
  'referrer-policy': (headers) => {
    const isPrivate = /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/
    return isPrivate.test(headers.get('referrer-policy') ?? '') ? 5 : -5
  },
  'strict-transport-security': (headers) => {
    const age = /max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1]
    return Number(age ?? 0) >= 15_768_000 ? 0 : -20
  },
  // Scripts of this site alone.
  'subresource-integrity': (_, html) => (/<script[^>]+src="(?!\/[^/])/.test(html) ? -50 : 0),
  'x-content-type-options': (headers) =>
    headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
  'x-frame-options': (headers) =>
    headers.get('content-security-policy')?.includes("frame-ancestors 'none'") ? 5 : -20,
  'cross-origin-resource-policy': (headers) =>
    headers.get('cross-origin-resource-policy') === 'same-origin' ? 10 : 0,
}

test.each([
  '/',
  '/about',
  '/contact',
  '/privacy',
  '/my-data',
  '/nowhere',
  '/healthz',
  '/assets/n.js',
])('%s has all the credit that the Mozilla Observatory gives', async (path) => {
  const app = await openTestApp('sqlite')
  const answer = await app.request(path)
  const html = await answer.text()
  const given = Object.entries(rules).map(([name, rule]) => [name, rule(answer.headers, html)])
  expect(Object.fromEntries(given)).toEqual({
    'content-security-policy': 10,
    cookies: 0,
    'cross-origin-resource-sharing': 0,
    'referrer-policy': 5,
    'strict-transport-security': 0,
    'subresource-integrity': 0,
    'x-content-type-options': 0,
    'x-frame-options': 5,
    'cross-origin-resource-policy': 10,
  })
})
