import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const isRoot = process.getuid?.() === 0

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
