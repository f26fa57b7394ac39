import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { node, root } from '../../scripts/own-node.mjs'
import { freshClone, personalShell } from '../support/fresh-clone.ts'

const runFile = promisify(execFile)
const shell = personalShell()

function newClone(): string {
  const copy = freshClone()
  onTestFinished(() => rmSync(copy, { recursive: true }))
  return copy
}

/**
 * Debian 12's npm. It removes node_modules/.bin/node on every install and prune, and runs on Debian's Node, which
 * many optional packages do not support.
 */
async function debianShell(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'old-npm-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await runFile('npm', ['install', '--prefix', folder, 'npm@9.2.0'], { env: shell })
  const oldNode = join(folder, 'old-node.cjs')
  const version = `Object.defineProperty(process, 'version', { value: 'v18.20.4', configurable: true })`
  writeFileSync(oldNode, `if (process.argv[1]?.includes('npm')) ${version}`)
  const path = join(folder, 'node_modules/.bin') + delimiter + shell['PATH']
  return { ...shell, PATH: path, NODE_OPTIONS: `--require=${oldNode}` }
}

test(
  'a release built with npm 9.2.0 on Node 18 starts by node_modules/.bin/node and accepts signups',
  { timeout: 240_000 },
  async () => {
    const cwd = newClone()
    const env = await debianShell()
    const release = await runFile('npm', ['run', 'release'], { cwd, env })
    expect(release.stderr).toMatch(/^The release is ready\. /m)
    const server = spawn('node_modules/.bin/node', ['dist/server/server.js'], {
      cwd,
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
  },
)

test('npm start names the Debian package if libatomic is missing, and removes the link to Node', () => {
  const cwd = newClone()
  const binary = join(cwd, relative(root, node))
  mkdirSync(dirname(binary), { recursive: true })
  const output = 'node: error while loading shared libraries: libatomic.so.1: cannot open'
  writeFileSync(binary, `#!/bin/sh\necho '${output}' >&2\nexit 127\n`, { mode: 0o755 })
  const lockfile = readFileSync(join(cwd, 'package-lock.json'))
  const installed = createHash('sha256').update('/package-lock.json\0').update(lockfile)
  writeFileSync(join(cwd, 'node_modules/.installed'), installed.digest('hex'))
  // With the link, the second start would fail before any script runs.
  for (const _ of ['first', 'second']) {
    const start = spawnSync('npm', ['start'], { cwd, env: shell, encoding: 'utf8' })
    expect(start.stderr).toMatch(/^The project's Node 26 needs .* apt-get install libatomic1\n/)
    expect(start.status).toBe(1)
  }
})

test('if npm prints nothing for long, a message says that it still works and where its logs are', async () => {
  const registry = createServer().listen(0, '127.0.0.1')
  await once(registry, 'listening')
  const cache = mkdtempSync(join(tmpdir(), 'silent-cache-'))
  const script = `import { runNpm } from './scripts/prepare.mjs'; await runNpm(['install'], { silentMs: 1 })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: newClone(),
    env: {
      ...shell,
      npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
      npm_config_cache: cache,
    },
    detached: true,
  })
  onTestFinished(() => {
    process.kill(-child.pid!, 'SIGKILL')
    registry.close()
  })
  const [output] = (await once(child.stderr, 'data')) as [Buffer]
  expect(String(output)).toContain(`npm is still working.`)
  expect(String(output)).toContain(`${cache}/_logs`)
})

test('the lockfile has the same packages for both Linux platforms, and no download addresses', () => {
  const lockfile = readFileSync('package-lock.json', 'utf8')
  expect(lockfile).not.toContain('"resolved"')
  const names = Object.keys((JSON.parse(lockfile) as { packages: object }).packages)
  const of = (arch: string) => names.filter((name) => name.includes(`linux-${arch}`))
  expect(of('x64').length).toBeGreaterThan(0)
  expect(of('arm64')).toEqual(of('x64').map((name) => name.replace('linux-x64', 'linux-arm64')))
})
