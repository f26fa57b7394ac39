// Brings a backup back. The socket stays open, so that visitors wait instead of failing; the old data is kept.
import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  backups,
  confirm,
  dataDir,
  forget,
  nothingChanged,
  readSettings,
  run,
  say,
  site,
  Stop,
  sync,
  timeName,
  unfinished,
  writeWhole,
} from './as-root.mjs'
import { waitForHealth } from './switch-release.mjs'

/** While it exists, site.service waits. */
const hold = '/run/site-hold'

export async function restore(options, [wanted]) {
  const databaseUrl = readSettings().DATABASE_URL
  if (!wanted) {
    site('backups', backups)
    const where = databaseUrl ? ', into an empty database: see docs/deploy.md' : ''
    return say(`To bring one back: site-admin restore FILE${where}`)
  }
  const given = resolve(process.env.INIT_CWD, wanted)
  const file = existsSync(given) ? given : join(backups, wanted)
  if (!existsSync(file))
    throw new Stop(`There is no ${given}. \`site-admin restore\` lists the backups.`)
  const args = [file, ...flagsOf(options, ['allow-old-backup', 'secret-lost'])]
  if (databaseUrl) {
    // It asks, and refuses a database that is not empty.
    if (!site('restore', ...args, ...flagsOf(options, ['yes']))) process.exitCode = 1
    return
  }
  const data = dataDir()
  if (statSync(data).dev !== statSync(dirname(data)).dev)
    throw new Stop(
      `${data} is a disk of its own, and can't be exchanged: see "A disk for the data" in docs/running.md.`,
    )
  if (await canUseOldDatabase(data, args, options)) args.push('--since', join(data, 'site.db'))
  await confirm(
    'The site waits meanwhile: visitors see a slow page, no error. The old data is kept.',
    options.yes,
  )
  const [fresh, aside] = [`${data}-restoring`, `${data}-before-${timeName()}`]
  begin({ restore: { data, fresh, aside } })
  try {
    forget(fresh)
    mkdirSync(fresh, { mode: 0o700 })
    run('chown', ['site:site', fresh])
    // As the site's user: root would follow a link there.
    const secret = join(data, 'secret')
    if (existsSync(secret)) run('runuser', ['-u', 'site', '--', 'cp', '-p', secret, fresh])
    // Its temporary copies are deleted with `fresh`, also after a power cut.
    if (!site({ DATA_DIR: fresh, TMPDIR: fresh }, 'restore', ...args, '--yes'))
      throw new Stop('the restore failed')
    sync(fresh)
    renameSync(data, aside)
    renameSync(fresh, data)
    sync(data)
  } catch (error) {
    finishRestore({ data, fresh, aside })
    throw nothingChanged(error)
  }
  finishRestore({ data, fresh, aside })
  const problem = await waitForHealth()
  if (problem) {
    const restored = `${data}-restored-${timeName()}`
    begin({ bringBack: { data, aside, restored } })
    bringBack({ data, aside, restored })
    throw new Stop(
      `Not restored, the old data is back: ${problem}. What was restored is in ${restored}.`,
    )
  }
  run('systemctl', ['start', 'site-backup.service'])
  say(`Restored, and the site is healthy. All mail is paused: look at \`site-admin mail list\`, then run
\`site-admin mail resume\`. The old data is personal data, too. Within 30 days: rm -r ${aside}`)
}

function flagsOf(options, names) {
  return names.filter((name) => options[name]).map((name) => `--${name}`)
}

/** @returns false if the owner agreed to go on without it */
async function canUseOldDatabase(data, args, { yes }) {
  const isPossible = (...more) => site('restore', ...args, ...more, '--dry-run')
  if (isPossible('--since', join(data, 'site.db'))) return true
  say('\nWithout the old database:')
  if (!isPossible()) throw new Stop('Nothing has changed.')
  if (yes || !process.stdin.isTTY)
    throw new Stop(
      "Nothing has changed: the old database can't be used, see above. To restore without it, run this in a terminal, without --yes.",
    )
  await confirm("The old database can't be used, see above: only the backup comes back.")
  return false
}

function begin(step) {
  writeWhole(unfinished, JSON.stringify(step))
  writeFileSync(hold, '')
  run('systemctl', ['stop', '--quiet', 'site.service', 'site-backup.service'], { quiet: true })
}

/** Between the two renames of a restore there is no data folder: the restored one is whole then. */
export function finishRestore({ data, fresh, aside }, boot) {
  if (existsSync(aside) && !existsSync(data)) renameSync(fresh, data)
  forget(fresh)
  end(boot)
}

/** From a restored site that is not healthy. A power cut may have come between the renames. */
export function bringBack({ data, aside, restored }, boot) {
  if (existsSync(aside)) {
    if (!existsSync(restored)) renameSync(data, restored)
    renameSync(aside, data)
  }
  sync(data)
  end(boot)
}

function end(boot) {
  forget(unfinished)
  forget(hold)
  if (!boot) run('systemctl', ['start', 'site.service'])
}
