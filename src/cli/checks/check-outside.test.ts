import { expect, onTestFinished, test, vi } from 'vitest'
import { checkOutside } from './check-outside.ts'

test('a site that does not answer at http without TLS is looked at all the same', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const fetched = vi.fn(async () => new Response('ok'))
  vi.stubGlobal('fetch', fetched)
  fetched.mockRejectedValueOnce(new TypeError('fetch failed', { cause: new Error('refused') }))
  const findings = await Array.fromAsync(checkOutside(new URL('http://www.example.com')))
  expect(findings.map(({ subject, level }) => `${subject}: ${level}`)).toEqual([
    'Certificate: failure',
    'Redirect: failure',
    'Home page: ok',
    'Headers: failure',
    'Links: failure',
    'Submissions: ok',
  ])
  expect(findings[1]!.message).toContain('refused')
})
