import { once } from 'node:events'
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
import { startBuilt } from '../support/start-site.ts'
import { startTestSite } from '../support/test-site.ts'

const json = { 'content-type': 'application/json' }

const start = (env: Record<string, string>) => startTestSite({ LOG_LEVEL: 'trace', ...env })

const logLines = (output: string) => output.split('\n').filter((line) => line.startsWith('{'))

test('no log line holds an address, wherever a visitor puts it', async () => {
  const site = await start({ TRUST_PROXY: '1', SUBMISSIONS_PER_MINUTE: '20' })
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
  expect(site.output()).not.toMatch(/leak|person\.example|192\.0\.2\.77|127\.0\.0\.1:/)
})

test('what the courier logs names neither a person nor a mail that leads to one', async () => {
  const inbox = await openInbox()
  const site = await start({ SMTP_URL: inbox.url })
  await site.submit({ email: 'leak@person.example' })
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
  expect(site.output()).not.toMatch(new RegExp(`leak|person\\.example|${id}`))
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

test.each([
  ['told', 'Content-Length: 100\r\n\r\n{"email":"leak@person.example"'],
  ['not told', 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n'],
])('a visitor who leaves halfway (length %s) is no error of ours', async (_, rest) => {
  const site = await start({})
  const { port, hostname } = new URL(site.url)
  const socket = connect(Number(port), hostname)
  const head = 'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json'
  socket.write(`${head}\r\n${rest}`)
  await sleep(300)
  socket.destroy()
  await expect.poll(() => logLines(site.output())).toHaveLength(1)
  const [line] = logLines(site.output())
  expect(JSON.parse(line!)).toMatchObject({ level: 30, path: '/contact', status: 400 })
  expect(line).not.toContain('leak')
})

test('a visitor who leaves while a body that is too long is refused has one line in the log', async () => {
  const site = await start({})
  const { port, hostname } = new URL(site.url)
  const type = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 200000'
  const refused = () => logLines(site.output()).filter((line) => line.includes('"status":413'))
  // The first takes a new server so long that nobody is seen to leave.
  for (const number of [1, 2]) {
    const socket = connect(Number(port), hostname)
    const request = `POST /my-data HTTP/1.1\r\nHost: localhost\r\n${type}\r\n\r\nx`
    // What the system has taken arrives, even from somebody who is gone by then.
    await new Promise((taken) => void socket.write(request, taken))
    socket.destroy()
    await expect.poll(refused, { timeout: 60_000 }).toHaveLength(number)
  }
  expect(logLines(site.output())).toEqual(refused())
})

test('a log on a full disk keeps nobody from an answer, and the server does not wait for it to end', async () => {
  const port = await freePort()
  const env = { PORT: String(port), DATA_DIR: mkdtempSync(join(tmpdir(), 'site-')) }
  const toFullDisk = `exec '${process.execPath}' dist/server/server.js > /dev/full`
  const server = startBuilt('server', [], env, process.cwd(), ['sh', '-c', toFullDisk])
  const exited = once(server, 'exit')
  onTestFinished(() => void server.kill('SIGKILL'))
  const status = () => fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.status)
  await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 60_000 })
  // By then it has tried.
  await sleep(600)
  expect(await status()).toBe(200)
  server.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
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
