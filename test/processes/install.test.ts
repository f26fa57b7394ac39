import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
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

test.each([
  ['upgrade one two', 'Not understood: two'],
  ['upgrade one --from file', 'Not understood: one'],
  ['rollback one', 'Not understood: one'],
  ['upgrade --now', '--now'],
  ['set', 'Name a setting.'],
])('site-admin %s is wrong usage', (line, mistake) => {
  const args = ['deploy/operate.mjs', ...line.split(' ')]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect({ status, mistake: stderr.split('\n')[0] }).toEqual({
    status: 2,
    mistake: expect.stringContaining(mistake) as string,
  })
  expect(stderr).toContain('Usage:\n  site-admin upgrade')
})

/** deploy/, with all its paths in a folder of its own and these programs instead of the system's. */
function copyDeploy(programs: Record<string, string>) {
  const dir = mkdtempSync(join(tmpdir(), 'operate-'))
  for (const folder of ['etc', 'run', 'deploy', 'opt/site/releases', 'opt/site/current'])
    mkdirSync(join(dir, folder), { recursive: true })
  for (const name of readdirSync('deploy')) {
    const text = readFileSync(join('deploy', name), 'utf8')
    writeFileSync(
      join(dir, 'deploy', name),
      text.replaceAll(/\/(?:etc|run|opt\/site)\//g, `${dir}$&`),
    )
  }
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(dir, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return { dir, env: { PATH: `${dir}:${process.env['PATH']}` } }
}

test('site-admin set refuses a draft in which another setting has changed', () => {
  const { dir, env } = copyDeploy({
    chown: '',
    systemctl: 'exit 1',
    // Writes more than it was asked for.
    runuser: `for word; do case $word in SETTINGS_FILE=*)
      printf 'DIGEST=daily\nexport DATA_DIR=/etc\n' >"\${word#*=}" ;; esac; done`,
  })
  const settings = join(dir, 'etc/site.env')
  writeFileSync(settings, 'DIGEST=off\n')
  const args = [join(dir, 'deploy/operate.mjs'), 'set', 'DIGEST=daily']
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Nothing has changed: meanwhile, something else has changed the draft.\n',
  })
  expect(readFileSync(settings, 'utf8')).toBe('DIGEST=off\n')
})

test.each(['upgrade', 'rollback', 'restore'])('site-admin %s --help prints the usage', (name) => {
  const { dir, env } = copyDeploy({})
  const bin = join(dir, 'opt/site/current/node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, join(bin, 'node'))
  symlinkSync(join(dir, 'deploy'), join(dir, 'opt/site/current/deploy'))
  const args = [join(dir, 'deploy/site-admin'), name, '--help']
  const { status, stdout } = spawnSync('sh', args, { env, encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining(name) as string })
})

test.skipIf(!isRoot)('no other user can hold the lock of site-admin (needs root)', () => {
  const { dir, env } = copyDeploy({})
  spawnSync('sh', [join(dir, 'deploy/site-admin'), 'rollback'], { env })
  expect(statSync(join(dir, 'run/site-operate.lock')).mode & 0o777).toBe(0o600)
})
