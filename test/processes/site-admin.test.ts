import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packRelease } from '../support/pack-release.ts'

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

test.skipIf(!isRoot).each(['upgrade', 'rollback', 'restore'])(
  'site-admin %s --help prints the usage (needs root)',
  (name) => {
    const { dir, env } = copyDeploy({})
    const bin = join(dir, 'opt/site/current/node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    symlinkSync(process.execPath, join(bin, 'node'))
    symlinkSync(join(dir, 'deploy'), join(dir, 'opt/site/current/deploy'))
    const args = [join(dir, 'deploy/site-admin'), name, '--help']
    const { status, stdout } = spawnSync('sh', args, { env, encoding: 'utf8' })
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining(name) as string,
    })
  },
)

test.skipIf(!isRoot)('no other user can hold the lock of site-admin (needs root)', () => {
  const { dir, env } = copyDeploy({})
  spawnSync('sh', [join(dir, 'deploy/site-admin'), 'rollback'], { env })
  expect(statSync(join(dir, 'run/site-operate.lock')).mode & 0o777).toBe(0o600)
})

/** A site that is not healthy after a restore. */
function prepareRestore(runuser = '') {
  const { dir, env } = copyDeploy({
    chown: '',
    journalctl: '',
    runuser,
    sync: '',
    systemctl: `cd "$(dirname "$0")"; case "$*" in
      stop*) ls run/site-hold opt/site/unfinished ;;
      *Listen*) echo /nowhere ;;
      *NRestarts*) date +%N ;;
      esac`,
  })
  const data = join(dir, 'data')
  mkdirSync(data)
  writeFileSync(join(data, 'site.db'), 'old')
  writeFileSync(join(dir, 'backup.db'), '')
  writeFileSync(join(dir, 'etc/site.env'), `DATA_DIR=${data}\n`)
  const operate = (...args: string[]) =>
    spawnSync(process.execPath, [join(dir, 'deploy/operate.mjs'), ...args], {
      env: { ...env, INIT_CWD: dir },
      encoding: 'utf8',
    })
  const foldersOfData = () => readdirSync(dir).filter((name) => name.startsWith('data'))
  return { dir, data, operate, foldersOfData }
}

test('a restored site that is not healthy gets its old data back, also the second time', () => {
  const { dir, data, operate, foldersOfData } = prepareRestore('echo "$@"')
  mkdirSync(join(dir, 'data-restored/first'), { recursive: true })
  const { status, stdout, stderr } = operate('restore', 'backup.db', '--yes')
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('Not restored, the old data is back: it crashes.') as string,
  })
  // The dry run, and the restore, whose temporary copies must not outlive a power cut.
  expect(Array.from(stdout.matchAll(/TMPDIR=(\S+)/g), ([, folder]) => folder)).toEqual([
    '/var/tmp',
    `${data}-restoring`,
  ])
  // Visitors wait, and a power cut leaves nothing half done, both times that the folders are renamed.
  const held = ['opt/site/unfinished', 'run/site-hold']
  expect(stderr.match(/^(?:opt|run)\/.*$/gm)).toEqual([...held, ...held])
  expect(readFileSync(join(data, 'site.db'), 'utf8')).toBe('old')
  expect(foldersOfData()).toEqual([
    'data',
    'data-restored',
    expect.stringMatching(/^data-restored-[\dT-]+$/),
  ])
  expect([...readdirSync(join(dir, 'run')), ...readdirSync(join(dir, 'opt/site'))]).toEqual([
    'current',
    'releases',
  ])
})

test.each([
  ['before the first', 'data-before', 'data'],
  ['after the first', 'data-before', 'data-restored'],
  ['after the second', 'data', 'data-restored'],
])('the old data is back if the power fails %s of the two renames', (_, old, failed) => {
  const { dir, data, operate, foldersOfData } = prepareRestore()
  renameSync(data, join(dir, old))
  mkdirSync(join(dir, failed))
  const [aside, restored] = [join(dir, 'data-before'), join(dir, 'data-restored')]
  const step = JSON.stringify({ bringBack: { data, aside, restored } })
  writeFileSync(join(dir, 'opt/site/unfinished'), step)
  const { status, stderr } = operate('recover', '--boot')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(readFileSync(join(data, 'site.db'), 'utf8')).toBe('old')
  expect(foldersOfData()).toEqual(['data', 'data-restored'])
  expect(existsSync(join(dir, 'opt/site/unfinished'))).toBe(false)
})

test.each([
  ['with --yes', ['--yes']],
  ['without a terminal', []],
])('a restore %s stops if the old database can not be used', (_, flags) => {
  const { operate, foldersOfData } = prepareRestore('case "$*" in *--since*) exit 1 ;; esac')
  const { status, stderr } = operate('restore', 'backup.db', ...flags)
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining(
      "Nothing has changed: the old database can't be used, see above.",
    ) as string,
  })
  expect(foldersOfData()).toEqual(['data'])
})

test('with DATABASE_URL, site-admin restore fills the empty database that it names', () => {
  const { dir, operate } = prepareRestore('echo "$@"')
  writeFileSync(join(dir, 'etc/site.env'), 'DATABASE_URL=postgres://site@db/site\n')
  const { stdout } = operate('restore', 'backup.db', '--secret-lost', '--yes')
  expect(stdout).toMatch(/ restore \S+\/backup\.db --secret-lost --yes\n$/)
  const listing = operate('restore')
  expect(listing.stdout).toMatch(/ backups \/var\/lib\/site-backups\n$/)
  expect(listing.stderr).toContain('site-admin restore FILE, into an empty database')
})

test('upgrade removes a packed release that can not run on this machine, and says why', () => {
  const { dir, operate } = prepareRestore()
  const pack = packRelease({ node: 'exit 1' })
  const { status, stderr } = operate('upgrade', '--from', pack)
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining(`Nothing has changed: ${pack} can't run here.`) as string,
  })
  expect(readdirSync(join(dir, 'opt/site/releases'))).toEqual([])
})

test('upgrade lets the user of the site run a release that was packed with umask 077', () => {
  const { dir, operate } = prepareRestore(`cd "$(dirname "$0")"
    stat -c %a opt/site/releases/*/node_modules/.bin/node >mode`)
  operate('upgrade', '--from', packRelease({ node: '' }))
  expect(readFileSync(join(dir, 'mode'), 'utf8')).toBe('755\n')
})

test('upgrade says why the backups can not be listed', () => {
  const { operate } = prepareRestore('echo "EACCES: permission denied" >&2; exit 1')
  const { stderr } = operate('upgrade', '--from', packRelease({ node: '' }))
  expect(stderr).toContain('EACCES: permission denied\nNothing has changed: the backup failed')
})

test.each([
  ['without a remote', [], 'main'],
  ['of a branch that is not the default one', ['production'], 'production'],
])('upgrade after `upgrade TAG` goes on with the branch of a clone %s', (_, branches, wanted) => {
  const { dir, operate } = prepareRestore()
  const source = join(dir, 'opt/site/source')
  const git = (cwd: string, ...args: string[]) => {
    const ada = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
    return execFileSync('git', [...ada, ...args], { cwd, encoding: 'utf8' }).trim()
  }
  const origin = branches.length > 0 ? join(dir, 'origin') : source
  git(dir, 'init', '--quiet', '--initial-branch=main', origin)
  git(origin, 'commit', '--quiet', '--allow-empty', '--message=one')
  git(origin, 'tag', 'v1')
  for (const branch of branches) {
    git(origin, 'branch', branch)
    git(dir, 'clone', '--quiet', '--branch', branch, origin, source)
  }
  expect(operate('upgrade', 'v1').stderr).toContain('it cannot be built')
  expect(git(source, 'branch', '--show-current')).toBe('')
  expect(operate('upgrade').stderr).toContain('it cannot be built')
  expect(git(source, 'branch', '--show-current')).toBe(wanted)
})
