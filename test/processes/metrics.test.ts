import { expect, test, vi } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { openInbox } from '../support/smtp.ts'
import { startTestSite } from '../support/test-site.ts'

test('Prometheus reads on a port of its own what the site does, and an error has one id in answer and log', async () => {
  const inbox = await openInbox()
  const port = await freePort()
  const site = await startTestSite({
    METRICS_PORT: String(port),
    SMTP_URL: inbox.url,
    SUBMISSIONS_PER_MINUTE: '5',
  })
  const read = async () => await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  // At the very first look, too: somebody is woken up by a 0.
  const first = await read()
  expect(first).toContain('site_database_up 1')
  // What appears with its first failure has not risen, and no alert tells of it.
  expect(first).toContain('site_submissions_total{kind="message",outcome="unavailable"} 0')
  await fetch(`${site.url}/`)
  await site.submit({ email: 'ada@example.com' })
  await site.submit({ email: 'wrong' })
  await fetch(`${site.url}/invented`, { method: 'PURGE' })
  const lines = [
    'site_mails_total{kind="confirm-signup",outcome="sent"} 1',
    'site_request_duration_seconds_count{route="/",method="GET",status="200"} 1',
    'site_request_duration_seconds_count{route="other",method="other",status="404"} 1',
    'site_submissions_total{kind="newsletter",outcome="kept"} 1',
    'site_submissions_total{kind="none",outcome="invalid"} 1',
    'site_outbox_mails{state="waiting"} 0',
    'site_outbox_oldest_seconds 0',
    'site_database_up 1',
  ]
  await vi.waitFor(
    async () => {
      const found = (await read()).split('\n')
      expect(lines.filter((line) => !found.includes(line))).toEqual([])
    },
    { timeout: 20_000 },
  )
  expect(await read()).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m)
  expect((await fetch(`${site.url}/metrics`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)

  // An answer that is an error and its line in the log carry the same id, and no two answers do.
  const headers = { 'content-type': 'application/json' }
  const answers = [
    await site.submit({ email: 'x' }),
    await fetch(`${site.url}/nowhere`),
    await fetch(`${site.url}/contact`, { method: 'POST', headers, body: '{' }),
  ]
  expect((await fetch(`${site.url}/`)).headers.has('x-request-id')).toBe(false)
  await expect.poll(() => site.submit({}).then(({ status }) => status)).toBe(429)
  expect(await read()).toContain('site_submissions_total{kind="none",outcome="limited"} 1')
  expect(await site.stop()).toBe(0)
  const logged = site
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { id?: string; status?: number; path?: string })
  const ids = answers.map((answer) => answer.headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(3)
  for (const [index, id] of ids.entries()) {
    expect(logged.filter((line) => line.id === id)).toMatchObject([
      { status: answers[index]!.status },
    ])
  }
  expect(logged.find(({ path }) => path === '/')!.id).toMatch(/^[0-9a-f]{8}-\w+$/)
})
