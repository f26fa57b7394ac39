import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { built, builtEnv, startProcess } from '../support/start-site.ts'
import { startTestSite } from '../support/test-site.ts'

const newDir = () => mkdtempSync(join(tmpdir(), 'start-'))

function dirWith(file: string, text: string): string {
  const dir = newDir()
  mkdirSync(dirname(join(dir, file)), { recursive: true })
  writeFileSync(join(dir, file), text)
  return dir
}

function foreignDatabase(): string {
  const file = join(newDir(), 'other.db')
  new SQLite(file).exec('create table invoices (id integer)').close()
  return file
}

function newerDatabase(): string {
  const file = join(newDir(), 'newer.db')
  const done = `('0001-foundation'), ('9999-breaking-next')`
  new SQLite(file)
    .exec(`create table site_migrations (name text); insert into site_migrations values ${done}`)
    .close()
  return file
}

/** Runs a server that is expected to exit. */
async function failedStart(env: Record<string, string>, cwd = newDir()) {
  const child = startProcess(built('server'), { PORT: '0', DATA_DIR: newDir(), ...env }, cwd)
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

test('the server prints its URL, database and mail status at the start', async () => {
  const site = await startTestSite()
  expect(site.output()).toMatch(/^Site +http:\/\/localhost:\d+$/m)
  expect(site.output()).toContain(`SQLite in ${site.dataDir}/site.db`)
  expect(site.output()).toMatch(
    /^Mail +waits in the outbox: 0 waiting \(set SMTP_URL to send it\)/m,
  )
  expect((await fetch(site.url)).status).toBe(200)
})

test('the server prints the public URL at the start if PUBLIC_URL is set', async () => {
  const site = await startTestSite({ PUBLIC_URL: 'https://www.example.com/' })
  expect(site.output()).toMatch(/^Site .*\nPublic +https:\/\/www\.example\.com\nDatabase /m)
})

test('.env is read, a misspelt variable is reported, and the environment overrides it', async () => {
  const dataDir = newDir()
  const mistakes = 'PORT=nonsense\nSMTP_URL=\nPROT=1\n'
  const cwd = dirWith('.env', `DATABASE_URL=sqlite:${dataDir}/named.db\n${mistakes}`)
  const site = await startTestSite({}, cwd)
  expect(site.output()).toContain(`SQLite in ${dataDir}/named.db`)
  expect(site.output()).toContain('PROT is not a known setting. Did you mean PORT?')
})

test('a port in use gives a one-line error and exit code 1', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, output } = await failedStart({ PORT: String(port) })
  expect(output).toBe(
    `Port ${port} is in use. Stop the other program, or set PORT to a free one.\n`,
  )
  expect(code).toBe(1)
})

test('invalid variables are all named without a stack trace, and the exit code is 1', async () => {
  const { code, output } = await failedStart({
    PORT: '99999',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'postgres://user:hunter2#@db/site',
  })
  expect(code).toBe(1)
  for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'SECRET']) {
    expect(output).toMatch(new RegExp(`^  ${name} must `, 'm'))
  }
  expect(output).not.toMatch(/^ +at /m)
  expect(output).not.toContain('hunter2')
})

test.each([
  [
    'an unreachable PostgreSQL',
    { DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/site', SECRET: 's'.repeat(32) },
    /^The PostgreSQL database 127\.0\.0\.1:1\/site cannot be used: .+ Check DATABASE_URL .+\n$/,
  ],
  [
    'a SQLite file below a file',
    { DATABASE_URL: 'sqlite:/dev/null/site.db' },
    /^\/dev\/null is a file, but a folder is needed\. .+\n$/,
  ],
  [
    'a secret that is a folder',
    { DATA_DIR: dirWith('secret/x', '') },
    /\/secret is a folder\. .+\n$/,
  ],
  [
    'a file that is not a database',
    { DATA_DIR: dirWith('site.db', 'no database '.repeat(400)) },
    /\/site\.db is damaged, or not a database\. Move it away, then restore the newest backup: .+\n$/,
  ],
  [
    'the database of another program',
    { DATABASE_URL: `sqlite:${foreignDatabase()}` },
    /\/other\.db belongs to another program\. Set DATABASE_URL .+\n$/,
  ],
  [
    'the database of a newer version',
    { DATABASE_URL: `sqlite:${newerDatabase()}` },
    /\/newer\.db belongs to a newer version of this program \(9999-breaking-next\)\. .+\n$/,
  ],
])('%s gives a one-line error with the path or host, and exit code 1', async (_, env, sentence) => {
  const { code, output } = await failedStart(env)
  expect(output).toMatch(sentence)
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(output).not.toContain('hunter2')
  expect(code).toBe(1)
})

test('an .env that is a folder gives a one-line error', async () => {
  const { code, output } = await failedStart({}, dirWith('.env/x', ''))
  expect(output).toBe('.env is a folder. Name a file, or move the folder away.\n')
  expect(code).toBe(1)
})

test('an .env with a byte order mark is read from its first line', async () => {
  const { code, output } = await failedStart({}, dirWith('.env', '\ufeffDIGEST=monthly\n'))
  expect(output).toContain('DIGEST must be one of')
  expect(code).toBe(1)
})

test('the server accepts a Unix socket from systemd', async () => {
  const dataDir = newDir()
  const holder = createServer().listen(join(dataDir, 'site.sock'))
  onTestFinished(() => void holder.close())
  await once(holder, 'listening')
  const { fd } = (holder as unknown as { _handle: { fd: number } })['_handle']
  const serve = `LISTEN_PID=$$ exec '${process.execPath}' dist/server/server.js`
  const child = spawn('sh', ['-c', serve], {
    env: { ...builtEnv, DATA_DIR: dataDir, PORT: '4567' },
    stdio: ['ignore', 'pipe', 'pipe', fd],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = await Promise.race([once(child.stdout!, 'data'), once(child.stderr!, 'data')])
  expect(String(output[0])).toContain('Site      http://localhost:4567')
})
