import { expect, test } from 'vitest'
import { allRows } from '../../test/support/databases.ts'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'

const here = '192.0.2.1'
let serial = 0

function signUp(app: TestApp, socketAddress = here, headers: Record<string, string> = {}) {
  serial += 1
  const body = JSON.stringify({ email: `person-${serial}@example.com` })
  const asked = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  return app.request('/contact', { ...asked, body }, socketAddress)
}

test('a submission over the limit gets 429 with Retry-After and is not stored', async () => {
  const app = await openTestApp('sqlite', { submissionsPerMinute: 1 })
  expect((await signUp(app)).status).toBe(200)
  const response = await signUp(app)
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await response.json()).toEqual({
    ok: false,
    error: { code: 'too-many', message: expect.any(String) },
  })
  expect((await signUp(app, '192.0.2.2')).status).toBe(200)
  await app.processInbox()
  expect((await app.rows()).subscribers).toHaveLength(2)
})

test('a submission rejected with 422 counts towards the limit', async () => {
  const app = await openTestApp('sqlite', { submissionsPerMinute: 1 })
  expect((await app.submit({ email: 'ada' })).status).toBe(422)
  expect((await signUp(app, '127.0.0.1')).status).toBe(429)
})

test('with two trusted proxies the client is the second X-Forwarded-For entry from the right', async () => {
  const app = await openTestApp('sqlite', { submissionsPerMinute: 1, trustedProxies: 2 })
  const from = (entries: string) => signUp(app, here, { 'x-forwarded-for': entries })
  expect((await from('9.9.9.1, 1.1.1.1, 10.0.0.1')).status).toBe(200)
  expect((await from('9.9.9.2, 1.1.1.1, 10.0.0.2')).status).toBe(429)
  expect((await from('9.9.9.1, 2.2.2.2, 10.0.0.1')).status).toBe(200)
})

test('no IP address of a client is stored in the database', async () => {
  const app = await openTestApp('sqlite', { submissionsPerMinute: 1 })
  await signUp(app)
  expect(JSON.stringify(await allRows(app.db))).not.toContain(here)
})
