import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openMailServer } from '../support/mail-server.ts'
import type { RunningSite } from '../support/start-site.ts'
import { startTestSite } from '../support/test-site.ts'

/** A signup that is complete once finish() sends its last byte. */
async function slowSignup(site: RunningSite, email: string) {
  const body = JSON.stringify({ email })
  const sending = request(`${site.url}/contact`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  })
  const answered = once(sending, 'response').then(async ([response]) =>
    Buffer.concat(await (response as IncomingMessage).toArray()).toString(),
  )
  sending.flushHeaders()
  await once(sending, 'continue')
  sending.write(body.slice(0, -1))
  return { answered, finish: () => sending.end(body.slice(-1)) }
}

function emailsIn({ dataDir }: RunningSite): string[] {
  const database = new SQLite(`${dataDir}/site.db`, { readonly: true })
  // Stored submissions, processed or not.
  const stored = `select email from subscribers union
    select payload ->> '$.email.email' from submissions where kind != 'probe' and payload is not null`
  const emails = database.prepare(stored).pluck().all() as string[]
  database.close()
  return emails
}

/** A raw connection that ignores errors. */
function open({ url }: RunningSite, words = '') {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(words)
  return socket
}

async function acceptsConnections({ url }: RunningSite) {
  return await fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )
}

test.each([
  ['SIGINT', ['SIGINT']],
  // Ctrl-C signals the whole process group, and `npm start` forwards it again.
  ['SIGINT twice', ['SIGINT', 'SIGINT']],
] as const)('%s finishes the request in flight, then exits with 0', async (_, signals) => {
  const site = await startTestSite()
  const signup = await slowSignup(site, 'slow@example.com')
  await sleep(200)
  const ended = once(site.process, 'exit') as Promise<[number | null]>
  for (const signal of signals) {
    site.process.kill(signal)
    await sleep(100)
  }
  await expect.poll(() => acceptsConnections(site)).toBe(false)
  signup.finish()
  expect(await signup.answered).toBe('{"ok":true}')
  expect((await ended)[0]).toBe(0)
  expect(emailsIn(site)).toEqual(['slow@example.com'])
})

test('SIGTERM finishes requests in flight, closes idle connections and sends no more mail', async () => {
  const smtp = await openMailServer()
  const site = await startTestSite({ SMTP_URL: smtp.url, MAIL_PER_SECOND: '20' })
  const signups = Array.from({ length: 150 }, async (_, index) =>
    site.submit({ email: `reader-${index}@example.com` }),
  )
  await Promise.all(signups)
  await once(open(site), 'connect')
  const used = open(site, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(used, 'data')
  open(site, 'POST /contact HTTP/1.1\r\nHost: loc')
  const body = '{"email":"late@example.com"}'
  const head = 'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json'
  const late = open(site, `${head}\r\nContent-Length: ${body.length}\r\n\r\n{`)
  const signup = await slowSignup(site, 'slow@example.com')
  await sleep(200)
  await expect.poll(() => smtp.received.length, { timeout: 10_000 }).toBeGreaterThan(5)
  const ended = once(site.process, 'exit') as Promise<[number | null]>
  site.process.kill('SIGTERM')
  await sleep(100)
  late.write(body.slice(1))
  const [response] = (await once(late, 'data')) as [Buffer]
  expect(response.toString()).toContain('200 OK')
  // Node's keep-alive timeout would close it after five seconds.
  const closed = await Promise.race([once(late, 'close').then(() => true), sleep(3000)])
  expect(closed).toBe(true)
  await expect.poll(() => acceptsConnections(site)).toBe(false)
  await sleep(1000)
  const before = smtp.received.length
  await sleep(1000)
  expect(smtp.received.length).toBe(before)
  signup.finish()
  expect(await signup.answered).toBe('{"ok":true}')
  expect((await ended)[0]).toBe(0)
  expect(emailsIn(site)).toEqual(expect.arrayContaining(['slow@example.com', 'late@example.com']))
})
