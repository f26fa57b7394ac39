import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { periodStart, periodWords } from '#content/periods.ts'
import { backupsBefore, lastBackup } from '#database/backup-record.ts'
import { connect, type Target } from '#database/connect.ts'
import { schemaState } from '#database/migrate.ts'
import { databaseMistake, describeTarget, mustTakeChanges } from '#database/open-database.ts'
import type { Db } from '#database/schema.ts'
import { freeGigabytes } from '#free-disk.ts'
import { describeError } from '#user-error.ts'
import { zonedInstant } from '../printable.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

/** Looks without changing anything: it neither makes nor migrates a database. */
export async function checkDatabase(target: Target): Promise<Finding> {
  const subject = 'Database'
  try {
    // One in a folder that is closed to this user is not missing: that throws.
    if (target.kind === 'sqlite' && !statSync(target.file, { throwIfNoEntry: false })) {
      return warning(subject, `${target.file} is not there yet`, '`npm start` makes it.')
    }
    await using database = connect(target)
    const schema = await schemaState(database)
    if (schema === 'foreign') return failure(subject, 'is that of another program')
    const { missing, newer, breaking } = schema
    if (breaking.length > 0)
      return failure(subject, `belongs to a newer version (${breaking.join(', ')})`)
    if (missing.length > 0) {
      const message = `is not up to date (${missing.join(', ')} missing)`
      return failure(subject, message, 'The server brings it up to date when it starts.')
    }
    await mustTakeChanges(database)
    const state =
      newer.length > 0 ? `last used by a newer version (${newer.join(', ')})` : 'up to date'
    return ok(subject, `${describeTarget(target)}, reachable and ${state}`)
  } catch (error) {
    return failure(subject, String(describeError(databaseMistake(target, error))))
  }
}

/** What visitors wrote, and the key that signs their links, are for the owner's eyes only. */
export function checkPermissions(dataDir: string, databaseFile: string | undefined): Finding {
  const subject = 'Data folder'
  const files = [join(dataDir, 'secret'), ...(databaseFile === undefined ? [] : [databaseFile])]
  const allows = (path: string, right: number) => (statSync(path).mode & right) !== 0
  const isOpen = (file: string) => allows(file, 0o004) && allows(dirname(file), 0o001)
  const open = files.filter((file) => existsSync(file) && isOpen(file))
  if (open.length === 0) return ok(subject, 'closed to other users')
  const advice = `Close the folder: chmod 700 ${[...new Set(open.map(dirname))].join(' ')}`
  return failure(subject, `every user of this machine can read ${open.join(' and ')}`, advice)
}

export function checkDisk(dir: string): Finding {
  const free = freeGigabytes(dir)
  const message = `${free.toFixed(1)} GB free for ${dir}`
  const advice = 'Make room: without it no submission can be kept.'
  if (free < 0.1) return failure('Disk', message, advice)
  if (free < 1) return warning('Disk', message, advice)
  return ok('Disk', message)
}

const mostDays = 7
const kept = 'erasureHashDays'

export async function checkBackup(db: Db, now: Date): Promise<Finding> {
  const last = await lastBackup(db)
  const advice =
    'Run `backup FILE`, best every night by cron, and copy the file to another machine.'
  if (!last) return warning('Backup', 'none was made yet', advice)
  const message = `the last was made ${zonedInstant(last.made_at)}, in ${last.file}`
  const days = (now.getTime() - Date.parse(last.made_at)) / 86_400_000
  if (days > mostDays) return warning('Backup', message, advice)
  const old = (await backupsBefore(db, periodStart(kept, now))).filter((file) => existsSync(file))
  if (old.length === 0) return ok('Backup', message)
  const promise = `the privacy policy says that none is kept for more than ${periodWords(kept)}`
  const deletion = 'Delete them: `backup FILE --keep DAYS`.'
  return warning('Backup', `${promise}\n${old.join('\n')}`, deletion)
}
