import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { pipedAdmin } from '#admin-command.ts'

const hasSystemd = existsSync('/usr/bin/systemd-analyze')

/** The systemd units, with the release folder replaced by this one. */
function copyUnits(): { dir: string; units: string[] } {
  const dir = mkdtempSync(join(tmpdir(), 'units-'))
  const units = readdirSync('deploy').filter((name) => /\.(?:service|socket|timer)$/.test(name))
  for (const name of units) {
    const unit = readFileSync(join('deploy', name), 'utf8')
    writeFileSync(join(dir, name), unit.replaceAll('/opt/site/current', process.cwd()))
  }
  return { dir, units }
}

test.skipIf(!hasSystemd)('systemd-analyze verifies the units (needs systemd)', () => {
  const { dir, units } = copyUnits()
  const args = ['verify', '--man=no', ...units.map((name) => join(dir, name))]
  const { status, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  expect({
    status,
    output: stderr.split('\n').filter((line) => line.includes(dir) || line.includes('site')),
  }).toEqual({ status: 0, output: [] })
})

test.skipIf(!hasSystemd)(
  'systemd-analyze security scores both services below 1.5 (needs systemd)',
  () => {
    const { dir } = copyUnits()
    for (const name of ['site.service', 'site-backup.service']) {
      const args = ['security', '--offline=true', '--no-pager', join(dir, name)]
      const output = execFileSync('systemd-analyze', args, { encoding: 'utf8' })
      expect(Number(/exposure level for \S+ ([\d.]+)/.exec(output)?.[1])).toBeLessThan(1.5)
    }
  },
)

test('the nightly backup is restored on disk, which /tmp is not on Debian 13', () => {
  const unit = readFileSync('deploy/site-backup.service', 'utf8')
  expect(unit).toMatch(/^Environment=.* TMPDIR=\/var\/tmp$/m)
})

test('the systemd unit restarts the server without limit', () => {
  const unit = readFileSync('deploy/site.service', 'utf8')
  expect(unit).toMatch(/^Restart=always$/m)
  // By default systemd gives up after five starts in ten seconds.
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
})

test.skipIf(process.getuid?.() !== 0)(
  'site-admin passes its name, that of its caller and a TMPDIR on disk to the command, also from cron (needs root)',
  () => {
    const dir = mkdtempSync(join(tmpdir(), 'site-admin-'))
    const node = join(dir, 'node_modules/.bin/node')
    mkdirSync(dirname(node), { recursive: true })
    writeFileSync(node, '#!/bin/sh\necho "$LOGIN_USER $USER $ADMIN_COMMAND $TMPDIR"\n')
    writeFileSync(join(dir, 'site.env'), '')
    execFileSync('chmod', ['-R', 'a+rX', dir])
    chmodSync(node, 0o755)
    const script = readFileSync('deploy/site-admin', 'utf8')
      .replace('/opt/site/current', dir)
      .replaceAll('/etc/site.env', join(dir, 'site.env'))
      .replace('-u site', '-u nobody')
    const run = (env: Record<string, string>) =>
      execFileSync('/bin/sh', ['-c', script], { env: { PATH: '/usr/bin:/bin', ...env } })
    expect(String(run({ SUDO_USER: 'ada' }))).toBe('ada nobody site-admin /var/tmp\n')
    expect(String(run({}))).toBe('root nobody site-admin /var/tmp\n')
  },
)

test.skipIf(process.getuid?.() !== 0)(
  'site-admin by another user than root says so (needs root)',
  () => {
    const script = readFileSync('deploy/site-admin', 'utf8')
    const args = ['-c', script, 'site-admin', 'doctor']
    const { status, stderr } = spawnSync('sh', args, { uid: 65_534, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'Run it as root: sudo site-admin doctor\n',
    })
  },
)

test('compose.yaml publishes the port of the console on 127.0.0.1 alone', () => {
  const [, port] = /^ENV CONSOLE_ADDRESS=0\.0\.0\.0:(\d+)$/m.exec(
    readFileSync('Dockerfile', 'utf8'),
  )!
  expect(readFileSync('compose.yaml', 'utf8').match(/^.*3080.*$/gm)).toEqual([
    `    ports: ['127.0.0.1:${port}:${port}']`,
  ])
})

test('compose.yaml overrides settings in .env that would break a container', () => {
  const [settings] = /^x-settings: [^]*?\n\n/m.exec(readFileSync('compose.yaml', 'utf8'))!
  expect(settings).toMatch(/^  HOST: 0\.0\.0\.0\n  PORT: '3000'\n  DATA_DIR: \/data\n/m)
})

test('a container makes a backup at once and every night, and deletes what an interrupted test left', () => {
  const dir = mkdtempSync(join(tmpdir(), 'backups-'))
  const bin = mkdtempSync(join(tmpdir(), 'bin-'))
  const nights = (count: number) => {
    writeFileSync(join(bin, 'nights'), String(count))
    const program = (name: string, script: string) =>
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    program('site-admin', 'shift; touch "$1"; echo "$@"')
    // A night passes in no time.
    program(
      'sleep',
      `echo "$1"; n=$(($(cat ${bin}/nights) - 1)); echo $n >${bin}/nights; [ $n -gt 0 ] || kill $PPID`,
    )
    const { stdout } = spawnSync('sh', ['deploy/nightly-backups'], {
      encoding: 'utf8',
      env: { PATH: `${bin}:${process.env['PATH']}`, BACKUPS: dir },
    })
    return stdout.trim().split('\n')
  }
  mkdirSync(join(dir, 'proof-x'))
  const [first, wait, second] = nights(2)
  expect(first).toMatch(/^\/\S+\/site-[\dT-]+\.db --keep 29$/)
  expect(Number(wait)).toBeLessThanOrEqual(86_400)
  expect(second).toMatch(/ --keep 29$/)
  expect(existsSync(join(dir, 'proof-x'))).toBe(false)
  // Started again on the same day, and the next night.
  writeFileSync(join(dir, 'site-2026-03-01T031700.db'), '')
  const isWait = expect.stringMatching(/^\d+$/) as string
  expect(nights(2)).toEqual([isWait, expect.stringContaining('/site-') as string, isWait])
})

test('the container has the letters, and knows how its owner calls the command line', () => {
  const image = readFileSync('Dockerfile', 'utf8')
  expect(image).toMatch(/^COPY .*\/content\/letters /m)
  const command = 'docker compose exec site site-admin'
  expect(image).toContain(`ENV ADMIN_COMMAND="${command}"`)
  expect(pipedAdmin(command)).toBe(command.replace('exec', 'exec -T'))
})
