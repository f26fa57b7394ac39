import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkCertificate, checkOutside } from './check-outside.ts'
import type { Finding } from './finding.ts'

const now = new Date('2026-03-01T00:00:00.000Z')
const levelsOf = (findings: Finding[]) =>
  findings.map(({ subject, level }) => `${subject}: ${level}`)

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('doctor --url follows a redirect and checks the site behind it', async () => {
  const site = await serve(({ headers }, response) =>
    response.end(`<link rel="canonical" href="http://${headers.host}/"/>`),
  )
  const bare = await serve((_, response) => response.writeHead(301, { location: `${site}/` }).end())
  const findings = await Array.fromAsync(checkOutside(new URL(bare), now))
  expect(levelsOf(findings)).toEqual([
    'Address: note',
    'Certificate: failure',
    'Home page: ok',
    'Headers: failure',
    'Links: ok',
    'Submissions: ok',
  ])
  expect(findings[0]!.message).toBe(`${bare} redirects to ${site}, which is checked here`)
})

test('doctor --url runs all other checks if port 80 refuses connections', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const fetched = vi.fn(async () => new Response('ok'))
  vi.stubGlobal('fetch', fetched)
  // If both addresses of a host refuse, the error has no message.
  const cause = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  fetched.mockResolvedValueOnce(new Response('ok'))
  fetched.mockRejectedValueOnce(new TypeError('fetch failed', { cause }))
  const findings = await Array.fromAsync(checkOutside(new URL('http://www.example.com'), now))
  expect(levelsOf(findings)).toEqual([
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
  ['Mar 15 00:00:00 2026 GMT', 'ok', 'valid until Mar 15'],
  ['Mar 14 23:59:59 2026 GMT', 'warning', 'expires in 13 days'],
  ['Mar  2 01:00:00 2026 GMT', 'warning', 'expires in 1 day ('],
])('a certificate valid until %s gets the level %s', (validTo, level, message) => {
  const finding = checkCertificate(validTo, now)
  expect(finding).toMatchObject({ level, message: expect.stringContaining(message) })
})
