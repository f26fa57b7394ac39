import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { packaged, root } from '../../tools/own-node.mjs'
import { freshClone, personalShell } from '../support/fresh-clone.ts'

const shell = personalShell()
const packagedNode = relative(root, packaged)

function newClone(): string {
  const copy = freshClone()
  onTestFinished(() => rmSync(copy, { recursive: true }))
  return copy
}

test('npm start names the Debian package if libatomic is missing, and removes the link to Node', () => {
  const cwd = newClone()
  writeFileSync(join(cwd, '.nvmrc'), '99\n')
  const binary = join(cwd, packagedNode)
  mkdirSync(dirname(binary), { recursive: true })
  const output = 'node: error while loading shared libraries: libatomic.so.1: cannot open'
  writeFileSync(binary, `#!/bin/sh\necho '${output}' >&2\nexit 127\n`, { mode: 0o755 })
  const lockfile = readFileSync(join(cwd, 'package-lock.json'))
  const installed = createHash('sha256').update('/package-lock.json\0').update(lockfile)
  writeFileSync(join(cwd, 'node_modules/.installed'), installed.digest('hex'))
  // With the link, the second start would fail before any script runs.
  for (const _ of ['first', 'second']) {
    const start = spawnSync('npm', ['start'], { cwd, env: shell, encoding: 'utf8' })
    expect(start.stderr).toMatch(/^The project's own Node needs .* apt-get install libatomic1\n/)
    expect(start.status).toBe(1)
  }
})

test('the machine runs the project if its Node has the version in .nvmrc, otherwise the packaged Node does', () => {
  const cwd = newClone()
  const run = (script: string) =>
    spawnSync('node', ['--input-type=module', '-e', script], { cwd, env: shell, encoding: 'utf8' })
      .stdout
  const [path, major] = run(
    `console.log(process.execPath + ' ' + parseInt(process.versions.node))`,
  ).split(' ')
  const chosen = () =>
    run(`import { node } from './tools/own-node.mjs'; process.stdout.write(node)`)
  writeFileSync(join(cwd, '.nvmrc'), major!)
  expect(chosen()).toBe(path)
  writeFileSync(join(cwd, '.nvmrc'), '99\n')
  expect(chosen()).toBe(join(cwd, packagedNode))
})

test('a machine with Node 18, on which Playwright exits, is searched for a Chromium, too', () => {
  const nothing = mkdtempSync(join(tmpdir(), 'nothing-'))
  const node18 = join(nothing, 'node18.cjs')
  writeFileSync(node18, `Object.defineProperty(process.versions, 'node', { value: '18.20.4' })`)
  const script = `import { findChromium } from './tools/chromium.mjs'; console.log(findChromium())`
  const args = ['--require', node18, '--input-type=module', '-e', script]
  const env = { PATH: nothing, PLAYWRIGHT_BROWSERS_PATH: nothing }
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({ stdout: 'undefined\n', stderr: '' })
})

test('.nvmrc, the engines in package.json and every packaged Node have one version', () => {
  const major = readFileSync('.nvmrc', 'utf8').trim()
  const { engines, optionalDependencies } = manifest
  expect(engines.node).toBe(`${major}.x`)
  expect([...new Set(Object.values(optionalDependencies))]).toEqual([
    expect.stringMatching(`^${major}\\.`),
  ])
})

test('if npm prints nothing for long, a message says that it still works and where its logs are', async () => {
  const registry = createServer().listen(0, '127.0.0.1')
  await once(registry, 'listening')
  const cache = mkdtempSync(join(tmpdir(), 'silent-cache-'))
  const script = `import { runNpm } from './tools/prepare.mjs'; await runNpm(['install'], { silentMs: 1 })`
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

interface LockedPackage {
  optionalDependencies?: Record<string, string>
}

test('the lockfile has an entry for the binaries of every platform', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  expect(optional.length).toBeGreaterThan(0)
  expect(optional.filter((name) => !packages[`node_modules/${name}`])).toEqual([])
})

// Before 11.11, npm drops `libc` from every entry; later ones add it. `npx npm@10 install --package-lock-only` drops it.
test('the lockfile has no fields that some versions of npm add and others remove', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"(?:resolved|libc)"/)
})
