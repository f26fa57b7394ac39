import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '#config.ts'
import { periodStart, periodWords } from '#content/periods.ts'
import { backupsBefore } from '#database/backup-record.ts'
import { readBackupState } from '#database/backup-state.ts'
import { subscribersWords } from '#database/backup-words.ts'
import { connect, connectForReading, type Target } from '#database/connect.ts'
import { freeGigabytes, minFreeGigabytes } from '#database/free-disk.ts'
import { schemaState } from '#database/migrate.ts'
import { explainDatabaseError, describeTarget, assertWritable } from '#database/open-database.ts'
import type { Db } from '#database/schema.ts'
import { maxBackupAge } from '#personal-data.ts'
import { describeError } from '#user-error.ts'
import { zonedInstant } from './printable.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

/** Read-only: neither creates nor migrates a database. */
export async function checkDatabase(target: Target, dataDir: string): Promise<Finding> {
  const subject = 'Database'
  try {
    // Throws, unlike existsSync, if this user can't access the folder.
    if (target.kind === 'sqlite' && !statSync(target.file, { throwIfNoEntry: false })) {
      // The server makes the secret just after its first database.
      if (existsSync(join(dataDir, 'secret'))) {
        const advice = 'Do not restart the site: see "A lost database" in docs/running.md.'
        return failure(subject, `${target.file} is missing, although a site has run here`, advice)
      }
      return warning(
        subject,
        `${target.file} does not exist yet`,
        'The server creates it when it starts.',
      )
    }
    // Before `connect`, which switches a file to WAL.
    await using reading = connectForReading(target)
    const schema = await schemaState(reading)
    if (schema === 'foreign') return failure(subject, 'belongs to another program')
    const { missing, newer, breaking } = schema
    if (breaking.length > 0)
      return failure(subject, `belongs to a newer version (${breaking.join(', ')})`)
    if (missing.length > 0) {
      const message = `is not up to date (${missing.join(', ')} missing)`
      return failure(subject, message, 'The server updates it when it starts.')
    }
    await using database = connect(target)
    await assertWritable(database)
    const state =
      newer.length > 0 ? `last used by a newer version (${newer.join(', ')})` : 'up to date'
    return ok(subject, `${describeTarget(target)}, reachable and ${state}`)
  } catch (error) {
    return failure(subject, String(describeError(explainDatabaseError(target, error))))
  }
}

/** Only the owner may read visitors' data and the key that signs links. */
export function checkPermissions(dataDir: string, databaseFile: string | undefined): Finding {
  const subject = 'Data folder'
  const files = [join(dataDir, 'secret'), ...(databaseFile === undefined ? [] : [databaseFile])]
  const allows = (path: string, right: number) => (statSync(path).mode & right) !== 0
  const isOpen = (file: string) => allows(file, 0o004) && allows(dirname(file), 0o001)
  const open = files.filter((file) => existsSync(file) && isOpen(file))
  if (open.length === 0) return ok(subject, 'not readable by other users')
  const advice = `Run: chmod 700 ${[...new Set(open.map(dirname))].join(' ')}`
  return failure(subject, `any user of this machine can read ${open.join(' and ')}`, advice)
}

export function checkDisk(
  { diskDir, database }: Pick<Config, 'diskDir' | 'database'>,
  readGigabytes = freeGigabytes,
): Finding {
  const free = readGigabytes(diskDir)
  const message = `${free.toFixed(1)} GB free for ${diskDir}`
  if (free >= minFreeGigabytes) return ok('Disk', message)
  if (database.kind === 'postgres') return warning('Disk', message, 'Free some space.')
  const refused = `${message}: the forms answer 503 below ${minFreeGigabytes} GB`
  const advice = 'Free some space: delete old backups first, then see `messages remove`.'
  return failure('Disk', refused, advice)
}

export async function checkBackup(db: Db, now: Date): Promise<Finding> {
  const subject = 'Backup'
  const { last, proven, problem } = await readBackupState(db, now)
  if (!last) {
    const advice = 'Run `backup FILE` every night, and copy the file to another machine.'
    return warning(subject, 'never made', advice)
  }
  const message = proven
    ? `last proven ${zonedInstant(proven.made_at)}, ${subscribersWords(proven.subscribers)}, in ${proven.file}`
    : 'never proven'
  if (problem !== undefined) {
    const advice = 'Run `backup FILE` every night: it says what is wrong.'
    return failure(subject, `${message}\n${problem}`, advice)
  }
  const old = (await backupsBefore(db, periodStart(maxBackupAge, now))).filter((file) =>
    existsSync(file),
  )
  if (old.length === 0) return ok(subject, message)
  const promise = `kept longer than the ${periodWords('en', maxBackupAge)} in the privacy policy:`
  const deletion = 'Delete them, and use `backup FILE --keep DAYS`.'
  return warning(subject, `${promise}\n${old.join('\n')}`, deletion)
}
