import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newTarget } from '../support/databases.ts'
import { admin } from '../support/admin.ts'
import { freePort } from '../support/free-port.ts'
import { openMailServer } from '../support/mail-server.ts'
import { startProcess } from '../support/start-site.ts'
import { startTestSite } from '../support/test-site.ts'

const json = { 'content-type': 'application/json' }

const start = (env: Record<string, string>) => startTestSite({ LOG_LEVEL: 'trace', ...env })

const logLines = (output: string) => output.split('\n').filter((line) => line.startsWith('{'))

test('no log line contains an email address, IP address or mail id from a request', async () => {
  const mailServer = await openMailServer()
  const limits = { TRUST_PROXY: '1', SUBMISSIONS_PER_MINUTE: '20' }
  const site = await start({ SMTP_URL: mailServer.url, ...limits })
  const email = 'leak@person.example'
  const encoded = encodeURIComponent(email)
  const asks: [string, RequestInit?][] = [
    [`/?email=${encoded}`],
    [`/${encoded}`],
    [`/assets/${encoded}`],
    [`/about/${email}/`],
    [`/contact?email=${email}`, { method: 'POST', headers: json, body: `{"email":"${email}"}` }],
    ['/contact', { method: 'POST', headers: json, body: `{"email":"${email}","${email}":1}` }],
    ['/contact', { method: 'POST', headers: json, body: `{"email":"${email}` }],
    [
      '/contact',
      { method: 'POST', body: new URLSearchParams({ name: email, email, message: email }) },
    ],
    ['/contact', { method: 'POST', headers: { ...json, 'idempotency-key': email }, body: '{}' }],
    [
      '/healthz',
      { headers: { 'user-agent': email, referer: email, 'x-forwarded-for': '192.0.2.77' } },
    ],
    [
      '/contact',
      { method: 'POST', headers: { ...json, 'x-forwarded-for': '192.0.2.77' }, body: '{}' },
    ],
    ['/contact', { method: 'PUT', body: email }],
  ]
  for (const [path, init] of asks) await fetch(site.url + path, { redirect: 'manual', ...init })
  await expect.poll(() => logLines(site.output()).length).toBeGreaterThanOrEqual(asks.length)
  await expect.poll(() => site.output(), { timeout: 10_000 }).toContain('"mail sent"')
  // The mail is logged before it is marked as sent.
  const id = await vi.waitFor(
    async () => {
      const list = ['mail', 'list', '--status', 'sent', '--json']
      const { stdout } = await admin({ DATA_DIR: site.dataDir }, list)
      return (JSON.parse(stdout) as { id: string }[])[0]!.id
    },
    { timeout: 10_000 },
  )
  expect(site.output()).not.toMatch(new RegExp(`leak|person\\.example|192\\.0\\.2\\.77|${id}`))
  expect(logLines(site.output()).join()).not.toContain('127.0.0.1:')
})

test('a database error is logged without the row', async () => {
  const target = await newTarget('postgres')
  const site = await start({ DATABASE_URL: target.url, SECRET: 's'.repeat(32) })
  const client = new pg.Client({ connectionString: target.url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('alter table submissions add constraint refuses_all check (false) not valid')
  const message = { name: 'Leaky', email: 'leak@person.example', message: 'my secret' }
  expect((await site.submit(message)).status).toBe(503)
  await expect.poll(() => site.output()).toContain('submission not stored')
  expect(site.output()).toContain('refuses_all')
  expect(site.output()).not.toMatch(/leak|person\.example|my secret/i)
})

test('a client that disconnects during its request causes one log line and no error', async () => {
  const site = await start({})
  const { port, hostname } = new URL(site.url)
  const lines = () => logLines(site.output())
  const head = 'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  for (const rest of [
    'Content-Length: 100\r\n\r\n{"email":"leak@person.example"',
    'Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n',
  ]) {
    const before = lines().length
    const socket = connect(Number(port), hostname)
    socket.write(head + rest)
    await sleep(300)
    socket.destroy()
    await expect.poll(() => lines().slice(before)).toHaveLength(1)
    expect(JSON.parse(lines().at(-1)!)).toMatchObject({ level: 30, path: '/contact', status: 400 })
    expect(lines().at(-1)).not.toContain('leak')
  }

  // During the rejection of a body that is too long.
  const form = 'POST /my-data HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n'
  const type = 'Content-Type: application/x-www-form-urlencoded'
  const before = lines().length
  const refused = () => lines().filter((line) => line.includes('"status":413'))
  // Twice: the first request of a new server takes so long that it misses the disconnect.
  for (const number of [1, 2]) {
    const socket = connect(Number(port), hostname)
    // Bytes that the kernel accepted arrive even after the disconnect.
    await new Promise((taken) => void socket.write(`${form}${type}\r\n\r\nx`, taken))
    socket.destroy()
    await expect.poll(refused, { timeout: 60_000 }).toHaveLength(number)
  }
  expect(lines().slice(before)).toEqual(refused())
})

test('with its log on a full disk the server still responds, and exits at once', async () => {
  const port = await freePort()
  const env = { PORT: String(port), DATA_DIR: mkdtempSync(join(tmpdir(), 'site-')) }
  const toFullDisk = `exec '${process.execPath}' dist/server/server.js > /dev/full`
  const server = startProcess(['sh', '-c', toFullDisk], env)
  onTestFinished(() => void server.kill('SIGKILL'))
  const status = () => fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.status)
  await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 60_000 })
  // Longer than the flush interval of the log.
  await sleep(600)
  expect(await status()).toBe(200)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

test('an https PUBLIC_URL without TRUST_PROXY is reported at the start and by doctor', async () => {
  const env = { PUBLIC_URL: 'https://www.example.com' }
  const site = await startTestSite(env)
  await expect.poll(() => site.output()).toContain('PUBLIC_URL is https, but TRUST_PROXY is 0')
  await site.stop()
  expect(site.output().match(/set TRUST_PROXY=1/g)).toHaveLength(1)
  const { stdout } = await admin({ ...env, DATA_DIR: site.dataDir }, ['doctor', '--json'])
  const findings = JSON.parse(stdout) as { subject: string; level: string; advice?: string }[]
  const finding = findings.find(({ subject }) => subject === 'TRUST_PROXY')
  expect(finding).toMatchObject({
    level: 'failure',
    advice: expect.stringContaining('set TRUST_PROXY=1'),
  })
})
