import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'

const hasProc = existsSync('/proc/self/task')
const started: number[] = []
afterAll(() => started.forEach(killGroup))

/** `npm start` and every process below it, from npm to the server. */
async function startByNpm() {
  const dataDir = mkdtempSync(join(tmpdir(), 'supervised-'))
  const npm = spawn('npm', ['start'], {
    env: { PATH: process.env['PATH'], HOME: dataDir, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  started.push(npm.pid!)
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text))
  await vi.waitFor(() => expect(output).toMatch(/^Mail /m), { timeout: 50_000 })
  const chain = [npm.pid!]
  for (let next = childOf(npm.pid!); next; next = childOf(next)) chain.push(next)
  return { chain, dataDir, url: /^Site +(http:\S+)$/m.exec(output)![1]! }
}

function childOf(pid: number): number | undefined {
  return (
    Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]) || undefined
  )
}

function killGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process group has ended.
  }
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}`)

test.skipIf(!hasProc).concurrent.each([
  ['npm', 0],
  ['the shell of npm', 1],
  ['the script that starts the server', 2],
])('SIGTERM to %s stops the server of `npm start` cleanly (needs /proc)', async (_, place) => {
  const { chain, dataDir, url } = await startByNpm()
  const server = chain.at(-1)!
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  process.kill(chain[place]!, 'SIGTERM')
  await vi.waitFor(() => expect(isAlive(server)).toBe(false), { timeout: 10_000 })
  // SQLite removes the WAL only on a clean close.
  expect(existsSync(join(dataDir, 'site.db-wal'))).toBe(false)
})
