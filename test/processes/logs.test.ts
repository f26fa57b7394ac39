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
import { openInbox } from '../support/smtp.ts'
import { startProcess } from '../support/start-site.ts'
import { startTestSite } from '../support/test-site.ts'

const json = { 'content-type': 'application/json' }

const start = (env: Record<string, string>) => startTestSite({ LOG_LEVEL: 'trace', ...env })

const logLines = (output: string) => output.split('\n').filter((line) => line.startsWith('{'))

test('no log line holds an address, wherever a visitor puts it, nor what leads to one when mail is sent', async () => {
  const inbox = await openInbox()
  const limits = { TRUST_PROXY: '1', SUBMISSIONS_PER_MINUTE: '20' }
  const site = await start({ SMTP_URL: inbox.url, ...limits })
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
  // The line comes before the database has it as sent.
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

test('an error of the database is logged without the row that it was about', async () => {
  const target = await newTarget('postgres')
  const site = await start({ DATABASE_URL: target.url, SECRET: 's'.repeat(32) })
  const client = new pg.Client({ connectionString: target.url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('alter table messages add constraint refuses_all check (false)')
  const message = { name: 'Leaky', email: 'leak@person.example', message: 'my secret' }
  expect((await site.submit(message)).status).toBe(503)
  await expect.poll(() => site.output()).toContain('submission not kept')
  expect(site.output()).toContain('refuses_all')
  expect(site.output()).not.toMatch(/leak|person\.example|my secret/i)
})

test('a visitor who leaves halfway is no error of ours, and has one line in the log', async () => {
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

  // While a body that is too long is refused.
  const form = 'POST /my-data HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n'
  const type = 'Content-Type: application/x-www-form-urlencoded'
  const before = lines().length
  const refused = () => lines().filter((line) => line.includes('"status":413'))
  // The first takes a new server so long that nobody is seen to leave.
  for (const number of [1, 2]) {
    const socket = connect(Number(port), hostname)
    // What the system has taken arrives, even from somebody who is gone by then.
    await new Promise((taken) => void socket.write(`${form}${type}\r\n\r\nx`, taken))
    socket.destroy()
    await expect.poll(refused, { timeout: 60_000 }).toHaveLength(number)
  }
  expect(lines().slice(before)).toEqual(refused())
})

test('a log on a full disk keeps nobody from an answer, and the server does not wait for it to end', async () => {
  const port = await freePort()
  const env = { PORT: String(port), DATA_DIR: mkdtempSync(join(tmpdir(), 'site-')) }
  const toFullDisk = `exec '${process.execPath}' dist/server/server.js > /dev/full`
  const server = startProcess(['sh', '-c', toFullDisk], env)
  onTestFinished(() => void server.kill('SIGKILL'))
  const status = () => fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.status)
  await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 60_000 })
  // By then it has tried.
  await sleep(600)
  expect(await status()).toBe(200)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

test('an https address without a trusted proxy is named at the start, and by doctor', async () => {
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
