import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startBuilt, startSite } from '../support/start-site.ts'

const newDir = () => mkdtempSync(join(tmpdir(), 'start-'))

/** Runs a server that is not expected to stay. */
async function failedStart(env: Record<string, string>, cwd = newDir()) {
  const child = startBuilt('server', [], { PORT: '0', DATA_DIR: newDir(), ...env }, cwd)
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

test('a start tells the address, the database and where mail goes', async () => {
  const site = await startSite()
  onTestFinished(() => void site.stop('SIGKILL'))
  expect(site.output()).toMatch(/^Site +http:\/\/localhost:\d+$/m)
  expect(site.output()).toContain(`SQLite in ${site.dataDir}/site.db`)
  expect(site.output()).toMatch(
    /^Mail +waits in the outbox: 0 waiting \(set SMTP_URL to send it\)/m,
  )
  expect((await fetch(site.url)).status).toBe(200)
})

test('.env is read, and the environment wins over it', async () => {
  const cwd = newDir()
  const dataDir = newDir()
  writeFileSync(
    join(cwd, '.env'),
    `DATABASE_URL=sqlite:${dataDir}/named.db\nPORT=nonsense\nSMTP_URL=\n`,
  )
  const site = await startSite({}, cwd)
  onTestFinished(() => void site.stop('SIGKILL'))
  expect(site.output()).toContain(`SQLite in ${dataDir}/named.db`)
})

test('a busy port is one sentence and exit code 1', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, said } = await failedStart({ PORT: String(port) })
  expect(said).toBe(`Port ${port} is in use. Stop the other program, or set PORT to a free one.\n`)
  expect(code).toBe(1)
})

test('bad variables are all named, without a stack, and the exit code is 1', async () => {
  const { code, said } = await failedStart({
    PORT: '99999',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'postgres://user:hunter2#@db/site',
  })
  expect(code).toBe(1)
  for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'SECRET']) {
    expect(said).toMatch(new RegExp(`^  ${name} must `, 'm'))
  }
  expect(said).not.toMatch(/^ +at /m)
  expect(said).not.toContain('hunter2')
})

test.each([
  [
    'PostgreSQL that nobody serves',
    { DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/site', SECRET: 's'.repeat(32) },
  ],
  ['SQLite in a place that is no folder', { DATABASE_URL: 'sqlite:/dev/null/site.db' }],
])('%s is one sentence that names DATABASE_URL, and exit code 1', async (_, env) => {
  const { code, said } = await failedStart(env)
  expect(said).toMatch(/^The database cannot be opened \(DATABASE_URL\): .+\n$/)
  expect(said).not.toContain('hunter2')
  expect(code).toBe(1)
})
