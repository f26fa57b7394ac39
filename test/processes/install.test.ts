import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const wanted = ['www.example.com', 'you@example.com']
const isRoot = process.getuid?.() === 0

/** A copy of the script on a Debian of this version, where no package can be installed. */
function install(args: string[], { version = '12', port = 1, uid }: Machine = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'install-'))
  mkdirSync(join(dir, 'deploy'))
  writeFileSync(
    join(dir, 'os-release'),
    `ID=debian\nVERSION_ID=${version}\nPRETTY_NAME="Debian ${version}"\n`,
  )
  const script = readFileSync('deploy/install', 'utf8')
    .replace('/etc/os-release', join(dir, 'os-release'))
    .replace('/run/systemd/system', dir)
    .replace('80:0050', `80:${port.toString(16).toUpperCase().padStart(4, '0')}`)
  writeFileSync(join(dir, 'deploy/install'), script)
  for (const name of ['apt-get', 'dpkg-query', 'systemctl', 'getent', 'useradd']) {
    writeFileSync(join(dir, name), '#!/bin/sh\nexit 1\n')
    chmodSync(join(dir, name), 0o755)
  }
  chmodSync(dir, 0o755)
  const env = { PATH: `${dir}:${process.env['PATH']}` }
  const { status, stderr } = spawnSync('sh', [join(dir, 'deploy/install'), ...args], {
    env,
    cwd: '/',
    encoding: 'utf8',
    ...(uid !== undefined && { uid }),
  })
  return { status, stderr }
}

interface Machine {
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
  expect(install(wanted, { uid: 65_534 })).toEqual(refused)
})

test.skipIf(!isRoot)('install on Debian 11 names the version that it needs (needs root)', () => {
  const { status, stderr } = install(wanted, { version: '11' })
  expect(status).toBe(1)
  expect(stderr).toBe('This machine runs Debian 11: deploy/install needs Debian 12 or newer.\n')
})

test.skipIf(!isRoot)('install in another folder names the right one (needs root)', () => {
  expect(install(wanted).stderr).toContain('Clone into /opt/site/source')
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
