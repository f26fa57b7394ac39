// The owner's commands that need root: upgrade, rollback, restore and set. deploy/site-admin runs it, one at a time.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import {
  confirm,
  current,
  forget,
  nothingChanged,
  previous,
  releases,
  replaceLink,
  run,
  say,
  settingsFile,
  site,
  Stop,
  sync,
  unfinished,
  writeWhole,
} from './as-root.mjs'
import { build, makeBackup, trial, tryRelease, unpack } from './make-ready.mjs'
import { bringBack, finishRestore, restore } from './replace-data.mjs'
import { deleteOldReleases, goBack, switchTo, waitForHealth } from './switch-release.mjs'

const usage = `Usage:
  site-admin upgrade [TAG|COMMIT] [--yes]      build, back up, try and switch to the newest commit, or to this one
  site-admin upgrade --from FILE [--yes]       the same with a release from \`npm run tools -- release --pack\`
  site-admin rollback                          switch to the release before
  site-admin restore [BACKUP] [--yes]          bring a backup back; without BACKUP, list them
             [--allow-old-backup] [--secret-lost]
  site-admin set NAME=VALUE… | NAME            change settings; without a value, it is asked for`

const commands = { upgrade, rollback, restore, set, recover }

function readArguments(args) {
  try {
    const flags = ['yes', 'boot', 'allow-old-backup', 'secret-lost']
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' }]))
    return parseArgs({
      args,
      allowPositionals: true,
      options: { ...options, from: { type: 'string' } },
    })
  } catch (error) {
    return stopUsage(error.message)
  }
}

async function upgrade({ from, yes }, [wanted]) {
  const old = realpathSync(current)
  const release = from ? unpack(resolve(process.env.INIT_CWD, from)) : build(wanted)
  if (!release) return say(`${basename(old)} runs this commit already.`)
  let breaking
  try {
    say('2/5 Backing up.')
    const backup = makeBackup()
    say('3/5 Trying the release on a copy of the backup.')
    breaking = tryRelease(release, backup)
    if (breaking) await confirm(breaking, yes)
    sync(release)
    say('4/5 Switching.')
    writeWhole(unfinished, JSON.stringify({ upgrade: { old, release } }))
  } catch (error) {
    forget(release)
    throw nothingChanged(error)
  }
  const problem = await switchTo(release)
  if (problem) {
    if (problem === 'it crashes')
      run('journalctl', ['-u', 'site', '-n', '20', '--no-pager', '-o', 'cat'])
    await goBack(old, problem, breaking && ` ${breaking}`)
    return forget(release)
  }
  replaceLink(previous, old)
  forget(unfinished)
  deleteOldReleases()
  say(`5/5 Healthy: ${basename(release)} runs. To go back: site-admin rollback`)
}

async function rollback() {
  const [now, before] = [current, previous].map((link) => existsSync(link) && realpathSync(link))
  if (!before || before === now) throw new Stop('There is no release before this one.')
  writeWhole(unfinished, JSON.stringify({ upgrade: { old: now, release: before } }))
  const problem = await switchTo(before)
  if (problem) return await goBack(now, problem)
  replaceLink(previous, now)
  forget(unfinished)
  say(`Healthy: ${basename(before)} runs.`)
}

async function set(_, assignments) {
  const inert = assignments.find((one) => /^(?:PORT|HOST)\b/.test(one))
  if (inert) throw new Stop('PORT and HOST have no effect here: change site.socket instead.')
  const dir = '/run/site-settings'
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir)
  const draft = join(dir, 'site.env')
  const old = readFileSync(settingsFile)
  writeFileSync(draft, old, { mode: 0o600 })
  // The file, but not its folder: its user must not put a link there, which root would follow.
  run('chown', ['site:site', draft])
  try {
    if (!site({ SETTINGS_FILE: draft }, 'set', ...assignments)) return (process.exitCode = 1)
    const changed = readFileSync(draft)
    if (changed.equals(old)) return say('Nothing has changed.')
    assertNothingElse(old, changed, assignments)
    writeWhole(settingsFile, changed, 0o640)
    run('systemctl', ['restart', 'site.service'])
    const problem = await waitForHealth()
    if (!problem) return say(`Written to ${settingsFile}. The site runs with it.`)
    writeWhole(settingsFile, old, 0o640)
    run('systemctl', ['restart', 'site.service'])
    throw new Stop(`Nothing has changed: with it the site is not healthy: ${problem}.`)
  } finally {
    forget(dir)
  }
}

/** The site's user could write more into the draft, such as a DATA_DIR for root to move or to write into a unit. */
function assertNothingElse(old, changed, assignments) {
  const named = new Set(assignments.map((one) => one.replace(/=.*/s, '')))
  const others = (file) =>
    Object.entries(parseEnv(String(file))).filter(([name]) => !named.has(name))
  if (JSON.stringify(others(changed)) !== JSON.stringify(others(old)))
    throw new Stop('Nothing has changed: meanwhile, something else has changed the draft.')
}

/** At the next start, before the site, or before the next command. */
async function recover({ boot }) {
  for (const name of readdirSync(releases).filter((one) => one.endsWith('.partial')))
    forget(join(releases, name))
  forget(trial)
  if (!existsSync(unfinished)) return
  const step = JSON.parse(readFileSync(unfinished, 'utf8'))
  if (step.restore) return finishRestore(step.restore, boot)
  if (step.bringBack) return bringBack(step.bringBack, boot)
  const upgraded = step.upgrade
  const problem = await switchTo(upgraded.old, boot)
  forget(unfinished)
  if (problem) throw new Stop(`${basename(upgraded.old)} is not healthy: ${problem}.`)
  say(`The last upgrade was interrupted: ${basename(upgraded.old)} runs again.`)
}

function stopUsage(mistake) {
  console.error(`${mistake}\n${usage}`)
  process.exit(2)
}

// A lost connection or Ctrl-C ends the command that runs, and with it this step, but not the way back.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGPIPE']) process.on(signal, () => {})
process.stderr.on('error', () => {})

// The site's user reads the releases, and writes none.
process.umask(0o022)

const [name, ...args] = process.argv.slice(2)
if (name === '--help') {
  console.log(usage)
  process.exit()
}

try {
  const { values, positionals } = readArguments(args)
  const maxArguments =
    name === 'set' ? Infinity : values.from ? 0 : Number(['upgrade', 'restore'].includes(name))
  if (positionals.length > maxArguments) stopUsage(`Not understood: ${positionals[maxArguments]}`)
  if (name === 'set' && positionals.length === 0) stopUsage('Name a setting.')
  if (name !== 'recover') await recover({})
  await commands[name](values, positionals)
} catch (error) {
  say(error instanceof Stop || error.path ? error.message : error.stack)
  process.exitCode ||= 1
}
