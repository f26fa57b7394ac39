import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packRelease } from '../support/pack-release.ts'

const wanted = ['www.example.com', 'you@example.com']
const isRoot = process.getuid?.() === 0

/** A copy of the script on a Debian of this version, where no package can be installed. */
function install(args: string[], { version = '12', port = 1, uid, programs }: Machine = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'install-'))
  for (const folder of ['deploy', 'etc', 'opt']) mkdirSync(join(dir, folder))
  writeFileSync(join(dir, 'etc/site.env'), 'PUBLIC_URL=https://www.example.com\n')
  writeFileSync(
    join(dir, 'etc/os-release'),
    `ID=debian\nVERSION_ID=${version}\nPRETTY_NAME="Debian ${version}"\n`,
  )
  const script = readFileSync('deploy/install', 'utf8')
    .replace('/run/systemd/system', dir)
    .replaceAll(/\/(?:etc|opt\/site|usr\/local)\b/g, `${dir}$&`)
    .replace('80:0050', `80:${port.toString(16).toUpperCase().padStart(4, '0')}`)
  writeFileSync(join(dir, 'deploy/install'), script)
  const none = { 'apt-get': no, 'dpkg-query': no, systemctl: no, getent: no, useradd: no }
  for (const [name, lines] of Object.entries({ ...none, ...programs }))
    writeFileSync(join(dir, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  chmodSync(dir, 0o755)
  const env = { PATH: `${dir}:${process.env['PATH']}` }
  const { status, stdout, stderr } = spawnSync('sh', [join(dir, 'deploy/install'), ...args], {
    env,
    cwd: '/',
    encoding: 'utf8',
    ...(uid !== undefined && { uid }),
  })
  return { dir, status, stdout, stderr }
}

const no = 'exit 1'

interface Machine {
  programs?: Record<string, string>
  version?: string
  port?: number
  uid?: number
}

test.each([[[]], [['www.example.com']], [['you@example.com']], [[...wanted, '--colour']]])(
  'install %j is wrong usage',
  (args) => {
    const { status, stderr } = install(args)
    expect(status).toBe(2)
    expect(stderr).toMatch(/^(?:Usage: deploy\/install|Not understood: --colour)/)
  },
)

test.skipIf(!isRoot)('install by another user than root says so (needs root)', () => {
  const refused = { status: 1, stderr: 'Run it as root.\n' }
  expect(install(wanted, { uid: 65_534 })).toMatchObject(refused)
})

test.skipIf(!isRoot)('install on Debian 11 names the version that it needs (needs root)', () => {
  const { status, stderr } = install(wanted, { version: '11' })
  expect(status).toBe(1)
  expect(stderr).toBe('This machine runs Debian 11: deploy/install needs Debian 12 or newer.\n')
})

test.skipIf(!isRoot)('install in another folder names the right one (needs root)', () => {
  expect(install(wanted).stderr).toMatch(/^Clone into \S*\/opt\/site\/source, /)
})

test.skipIf(!isRoot)(
  'install stops before it changes anything if another server has port 80 (needs root)',
  async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { status, stderr } = install([...wanted, '--from', 'release.tar.gz'], { port })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Port 80 is taken by another server\./)
  },
)

/** Root, on a machine that has every package and service. */
const ready = {
  id: 'echo 0',
  systemctl: '',
  'dpkg-query': 'shift 2; for name; do echo install ok installed; done',
}

test.each([
  ['127.0.1.1', "Debian's own line in /etc/hosts", []],
  ['203.0.113.7', 'another machine, or a router', ['www.example.com', 'example.com']],
])('install for a domain at %s, %s, warns about %j', (address, _, names) => {
  const programs = { ...ready, getent: `echo "${address} STREAM $2"`, 'dpkg-query': no }
  const args = [...wanted, '--no-web-server', '--from', 'release.tar.gz']
  const warnings = names.map((name) => `warning  ${name} points to ${address}: `)
  const { stdout } = install(args, { programs })
  expect(stdout.match(/^warning .*? points to .*?: /gm) ?? []).toEqual(warnings)
})

test('install removes a packed release that can not run on this machine, and says why', () => {
  const pack = packRelease({ node: no })
  const { dir, status, stderr } = install([...wanted, '--no-web-server', '--from', pack], {
    programs: ready,
  })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining(`${pack} can't run here.`) as string,
  })
  expect(readdirSync(join(dir, 'opt/site'), { recursive: true })).toEqual(['releases'])
})

test('install lets the user of the site run a release that was packed with umask 077', () => {
  const pack = packRelease({ node: '' })
  const args = [...wanted, '--no-web-server', '--from', pack]
  const { dir, stderr } = install(args, { programs: ready })
  // The packed release is not a whole one.
  expect(stderr).toContain('/opt/site/current is older than deploy/install')
  expect(modesIn(join(dir, 'opt/site/current'), 'node_modules/.bin/node')).toEqual([0o755, 0o755])
})

test('make-release lets the user of the site run a release of a clone made with umask 077', () => {
  const dir = mkdtempSync(join(tmpdir(), 'clone-'))
  for (const folder of ['deploy', 'tools', 'node_modules/one'])
    mkdirSync(join(dir, folder), { recursive: true, mode: 0o700 })
  cpSync('deploy/make-release', join(dir, 'deploy/make-release'))
  writeFileSync(join(dir, '.gitignore'), 'node_modules\n')
  writeFileSync(join(dir, '.nvmrc'), '26')
  writeFileSync(join(dir, 'tools/prepare.mjs'), 'export function installIfNeeded() {}')
  writeFileSync(join(dir, 'tools/tools.mjs'), '')
  writeFileSync(join(dir, 'node_modules/one/index.js'), '', { mode: 0o600 })
  const git = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-q', '-m', 'one'],
  ])
    execFileSync('git', [...git, ...args], { cwd: dir })
  const release = execFileSync(join(dir, 'deploy/make-release'), [dir], { encoding: 'utf8' }).trim()
  expect(modesIn(release, 'node_modules/one/index.js')).toEqual([0o755, 0o644])
})

/** Of the file's folder and of the file. */
function modesIn(release: string, file: string): number[] {
  return [dirname(file), file].map((path) => statSync(join(release, path)).mode & 0o777)
}
