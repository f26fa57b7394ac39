import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { debianShell, freshClone } from '../support/fresh-clone.ts'

const settings = { timeout: 240_000 }

function npmStart(cwd: string, env: Record<string, string>) {
  // A process group of its own, as in a terminal.
  const child = spawn('npm', ['start'], { cwd, env: { PORT: '0', ...env }, detached: true })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const end = (signal: NodeJS.Signals) => hasEnded() || process.kill(-child.pid!, signal)
  onTestFinished(() => void end('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const exited = once(child, 'close') as Promise<[number | null]>
  const url = async () => {
    const isUp = () => /^Site +(http:\S+)\n[^]*^Mail .*\n/m.exec(output)?.[1]
    await expect.poll(() => isUp() ?? child.exitCode, settings).not.toBeNull()
    const started = isUp()
    if (!started) throw new Error(`npm start failed:\n${output}`)
    return started
  }
  return { output: () => output, exited: async () => (await exited)[0], end, url }
}

describe('from a fresh clone with npm 9.2.0 on Node 18', () => {
  let copy: string
  let env: Record<string, string>
  afterAll(() => rmSync(copy, { recursive: true }))

  beforeAll(() => {
    copy = freshClone()
    env = debianShell()
  })

  test('npm start installs, builds and serves, with a few lines of output', settings, async () => {
    const start = npmStart(copy, env)
    const url = await start.url()
    expect((await fetch(url)).status).toBe(200)
    start.end('SIGTERM')
    await start.exited()
    // Log lines are buffered until the exit.
    const lines = start
      .output()
      .split('\n')
      // Printed if an install takes longer than a minute.
      .filter((line) => line && !/^> |^npm is still working/.test(line))
    expect(lines.slice(0, 2)).toEqual(['Installing dependencies…', 'Building…'])
    expect(lines.slice(2).map((line) => line.split(/ +/)[0])).toEqual([
      'Site',
      'Database',
      'Mail',
      expect.stringContaining('{'),
    ])
  })

  test('a second npm start installs and builds nothing', settings, async () => {
    const madeAt = () =>
      ['dist/.built', 'node_modules/.installed'].map((file) => statSync(join(copy, file)).mtimeMs)
    const before = madeAt()
    const start = npmStart(copy, env)
    expect((await fetch(await start.url())).status).toBe(200)
    expect(start.output()).not.toMatch(/Installing|Building/)
    expect(madeAt()).toEqual(before)
    start.end('SIGINT')
    await start.exited()
    expect(start.output()).not.toMatch(/npm error/i)
  })

  test('npm install leaves the lockfile as it is', settings, () => {
    execFileSync('npm', ['install'], { cwd: copy, env, stdio: 'pipe' })
    expect(readFileSync(join(copy, 'package-lock.json'))).toEqual(readFileSync('package-lock.json'))
  })

  test(
    'npm start fails on a mistake in the content, names file and field, and works once it is fixed',
    settings,
    async () => {
      const file = join(copy, 'content/team.ts')
      const right = readFileSync(file, 'utf8')
      writeFileSync(file, `${right}\ndelete (team[1] as { role?: unknown }).role\n`)
      const wrong = npmStart(copy, env)
      expect(await wrong.exited()).toBe(1)
      expect(wrong.output()).toContain('content/team.ts: second founder: role is missing')
      writeFileSync(file, right)
      const fixed = npmStart(copy, env)
      expect((await fetch(`${await fixed.url()}/about`)).status).toBe(200)
      fixed.end('SIGTERM')
      await fixed.exited()
    },
  )

  test('npm start prints the cause of a failed install', settings, async () => {
    const start = npmStart(freshClone(), {
      ...env,
      npm_config_registry: 'http://127.0.0.1:1/',
      npm_config_cache: mkdtempSync(join(tmpdir(), 'empty-cache-')),
      npm_config_fetch_retries: '0',
    })
    expect(await start.exited()).not.toBe(0)
    expect(start.output()).toMatch(/ECONNREFUSED/)
  })

  // Last, because it removes the packages that only development needs.
  test('a release starts by node_modules/.bin/node and accepts signups', settings, async () => {
    execFileSync('npm', ['run', 'tools', '--', 'release'], { cwd: copy, env, stdio: 'pipe' })
    const server = spawn('node_modules/.bin/node', ['dist/server/server.js'], {
      cwd: copy,
      env: { PATH: env['PATH'], PORT: '0' },
    })
    onTestFinished(() => void server.kill('SIGKILL'))
    // Throws if the link is missing.
    await once(server, 'spawn')
    const [output] = (await once(server.stdout, 'data')) as [Buffer]
    const response = await fetch(`${/http:\S+/.exec(String(output))?.[0]}/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ada@analytical.org' }),
    })
    expect(await response.json()).toEqual({ ok: true })
  })
})
