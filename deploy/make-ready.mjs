// Makes a release ready for the switch: built or unpacked, and tried on a copy of a new backup.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { machine } from 'node:os'
import { join } from 'node:path'
import {
  ask,
  backups,
  current,
  dataDir,
  forget,
  nothingChanged,
  releases,
  run,
  say,
  siteCommand,
  source,
  Stop,
  timeName,
} from './as-root.mjs'

export const trial = '/run/systemd/system/site-trial.service'
const trialLog = '/run/site-trial.log'
/** The site's user must not be able to change them, whoever could where the release was built. */
const asOwnFiles = ['--no-same-owner', '--no-same-permissions']

/** @returns the folder of the release, or undefined if it runs already */
export function build(wanted) {
  if (!existsSync(source)) throw new Stop(`There is no clone in ${source}. Use --from FILE.`)
  try {
    checkOut(wanted)
    const commit = ask('git', ['rev-parse', '--short', 'HEAD'])
    if (ask('git', ['status', '--porcelain', '--untracked-files=no']))
      say(`Changes in ${source} that are not committed are not part of the release.`)
    if (realpathSync(current).endsWith(`-${commit}`)) return undefined
    say(`1/5 Building ${commit} beside the running site.`)
    const made = spawnSync('deploy/make-release', {
      cwd: source,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (made.status !== 0) throw new Stop('it cannot be built')
    return made.stdout.trim()
  } catch (error) {
    throw nothingChanged(error)
  }
}

function checkOut(wanted) {
  const git = (...args) => ask('git', args)
  const hasRemote = git('remote') !== ''
  if (hasRemote) git('fetch', '--quiet', '--tags', '--force')
  if (wanted) return git('checkout', '--quiet', '--detach', wanted, '--')
  // After an upgrade to a tag.
  if (!git('branch', '--show-current')) {
    const branches = git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n')
    const only = branches.length === 1 && branches[0]
    const usual = () => git('rev-parse', '--abbrev-ref', 'origin/HEAD').replace('origin/', '')
    git('checkout', '--quiet', only || usual())
  }
  if (git('for-each-ref', '--format=%(upstream)', `refs/heads/${git('branch', '--show-current')}`))
    git('merge', '--quiet', '--ff-only', '@{upstream}')
}

export function unpack(file) {
  if (!existsSync(file)) throw new Stop(`There is no ${file}.`)
  const packed = spawnSync('tar', ['-tzf', file], { encoding: 'utf8', maxBuffer: 1e9 }).stdout
  const commit = /^[^/]*-(\w+)\//.exec(packed)?.[1]
  if (!commit) throw new Stop(`Nothing has changed: ${file} is no packed release.`)
  say(`1/5 Unpacking ${commit} beside the running site.`)
  const release = join(releases, `${timeName()}-${commit}`)
  const partial = `${release}.partial`
  const stop = (problem) => {
    forget(partial)
    throw new Stop(`Nothing has changed: ${file} can't ${problem}.`)
  }
  mkdirSync(partial)
  if (!run('tar', ['-xzf', file, '--strip-components=1', '-C', partial, ...asOwnFiles]))
    stop('be unpacked')
  if (spawnSync(join(partial, 'node_modules/.bin/node'), ['--version']).status !== 0)
    stop(`run here. Pack it on Linux with the same kind of processor: ${machine()}`)
  // For the user of the site, also if they were packed for their owner alone.
  run('chmod', ['-R', 'a+rX', partial])
  renameSync(partial, release)
  return release
}

/** @returns the newest backup, which is proven */
export function makeBackup() {
  const startedAt = new Date().toISOString()
  run('systemctl', ['start', 'site-backup.service'], { quiet: true })
  const list = spawnSync(...siteCommand({}, ['backups', backups, '--json']), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const listed = list.status === 0 ? JSON.parse(list.stdout) : []
  const made = listed.find(({ provenAt }) => provenAt >= startedAt)
  if (made) return made.file
  run('journalctl', ['-u', 'site-backup', '-n', '5', '--no-pager', '-o', 'cat'])
  throw new Stop('the backup failed')
}

/** In a copy of the release's own site.service. @returns a question about a migration that has no way back */
export function tryRelease(release, backup) {
  // The site's user could name it so that a part of its name is a line of the unit, which root obeys.
  if (!/^[\w./-]+$/.test(backup))
    throw new Stop(`the newest backup is named ${JSON.stringify(backup)}: delete it, or rename it.`)
  const unit = readFileSync(join(release, 'deploy/site.service'), 'utf8')
  // `env` in the command, because EnvironmentFile overrides Environment.
  const env =
    'DATA_DIR=/var/tmp/site DATABASE_URL= SMTP_URL= BACKUP_COMMAND= PORT=3000 HOST=127.0.0.1 LOG_LEVEL=warn'
  const program = `${release}/node_modules/.bin/node ${release}/deploy/try-release.mjs`
  const own = `Type=oneshot\nTimeoutStartSec=600\nPrivateNetwork=true
StandardOutput=truncate:${trialLog}\nStandardError=append:${trialLog}`
  const text = unit
    .replace(
      /^(?:Requires|After|Wants|StateDirectory\w*|ExecStartPre|Restart\w*|TimeoutStartSec)=.*\n/gm,
      '',
    )
    .replace(
      /^ExecStart=/m,
      `${own}\nExecStart=/usr/bin/env ${env} ${program} ${backup} ${dataDir()}/secret `,
    )
    .replaceAll(current, release)
  writeFileSync(trial, text)
  run('systemctl', ['daemon-reload'])
  const works = run('systemctl', ['start', 'site-trial.service'], { quiet: true })
  const log = existsSync(trialLog) ? readFileSync(trialLog, 'utf8') : ''
  forget(trial)
  run('systemctl', ['daemon-reload'])
  if (!works) {
    if (!log) run('journalctl', ['-u', 'site-trial', '-n', '5', '--no-pager'])
    say(log.split('\n').slice(-20).join('\n'))
    throw new Stop(
      /^Failed: (.*)/m.exec(log)?.[1] ?? 'the release does not work on a copy of the backup',
    )
  }
  const breaking = /^Breaking migration: (.*)/m.exec(log)?.[1]
  return (
    breaking &&
    `The migration ${breaking} can't be undone. The way back is: site-admin restore ${backup}`
  )
}
