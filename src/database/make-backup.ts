import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UserError } from '#user-error.ts'
import {
  withFileInErrors,
  backupMadeAt,
  isMadeWith,
  labelBackup,
  proofIn,
  type BackupProof,
} from './backup-record.ts'
import { connect, openReadOnly, type Target } from './connect.ts'
import {
  withCleanUp,
  copyTables,
  handlePendingSignals,
  storedTables,
  type CopyProgress,
} from './copy-tables.ts'
import { migrate } from './migrate.ts'
import { readSnapshot } from './read-rows.ts'

interface BackupOptions {
  secret: string
  now: Date
  onCopied?: CopyProgress
  /** Called before the file has its name: a restore rejects a backup that the old database doesn't list. */
  record?: (proof: BackupProof) => Promise<void>
}

/**
 * Copies a consistent snapshot of either kind of database into one SQLite file, which can be restored into either.
 * The file gets its name only when it is complete and checked.
 */
export async function makeBackup(
  target: Target,
  file: string,
  { secret, now, onCopied, record }: BackupOptions,
): Promise<void> {
  if (existsSync(file)) throw new UserError(`${file} exists already. Choose another name.`)
  // SQLite's error would not name the file.
  accessSync(dirname(file), constants.W_OK)
  const unfinished = unfinishedOf(file)
  const [partial] = unfinished
  const removeUnfinished = () => unfinished.forEach((path) => rmSync(path, { force: true }))
  removeUnfinished()
  await withCleanUp(removeUnfinished, async () => {
    await withFileInErrors(partial, 'cannot be written', async () => {
      // SQLite copies itself in one step, without progress.
      if (target.kind === 'sqlite') await compactCopy(target.file, partial)
      else await copyPostgres(target, partial, onCopied)
      await labelBackup(partial, file, secret, now)
    })
    await checkIntegrity(partial)
    await record?.(proofIn(partial)!)
    await handlePendingSignals()
    renameSync(partial, file)
  })
}

/** The unfinished file, and the files that SQLite keeps beside it. */
function unfinishedOf(file: string): [string, ...string[]] {
  const partial = `${file}.partial`
  return [partial, `${partial}-wal`, `${partial}-shm`, `${partial}-journal`]
}

/** Copies a snapshot while others write, without free pages and the erased data in them. */
export async function compactCopy(file: string, copy: string): Promise<void> {
  writeFileSync(copy, '', { mode: 0o600, flag: 'wx' })
  await withFileInErrors(file, `cannot be copied to ${copy}`, () => {
    using source = openReadOnly(file)
    source.prepare('vacuum into ?').run(copy)
  })
}

/** @throws UserError if the file is damaged or not a database */
export async function checkIntegrity(file: string): Promise<void> {
  await withFileInErrors(file, 'cannot be read as a backup', () => {
    using database = openReadOnly(file)
    const result = database.pragma('integrity_check', { simple: true })
    const broken = database.pragma('foreign_key_check') as unknown[]
    if (result !== 'ok' || broken.length > 0) throw new UserError(`${file} is damaged.`)
  })
}

async function copyPostgres(target: Target, partial: string, onCopied?: CopyProgress) {
  await using copy = connect({ kind: 'sqlite', file: partial })
  await migrate(copy)
  const tables = await storedTables(copy.db)
  const writing = copy.db.transaction()
  await readSnapshot(target, (db) =>
    writing.execute(async (trx) => {
      await copyTables({ db, kind: 'postgres' }, trx, tables, onCopied)
      await copyTables({ db, kind: 'postgres' }, trx, ['backups'])
    }),
  )
}

/**
 * Deletes older backups of the same site: in the same folder, with names that differ in digits only, and made
 * with one of these secrets, or unfinished. It touches no other file.
 * @returns the deleted files, and those that only look like a backup
 */
export function pruneBackups(file: string, secrets: string[], before: Date) {
  const { ours = [], unrecognized = [] } = Object.groupBy(filesNamedLike(file), (path) =>
    isBackupOf(path, secrets) ? 'ours' : 'unrecognized',
  )
  const deleted = [
    ...ours.filter((path) => backupMadeAt(path) < before),
    ...unfinishedOf(file)
      .flatMap(filesNamedLike)
      // Another backup may have finished meanwhile, and renamed its file.
      .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtime ?? before) < before),
  ]
  for (const path of deleted) rmSync(path)
  return { deleted, unrecognized }
}

/** False for an unreadable file, which must not stop the pruning. */
function isBackupOf(path: string, secrets: string[]): boolean {
  try {
    return isMadeWith(secrets, path)
  } catch {
    return false
  }
}

/** Files in the same folder whose names differ in digits only. */
function filesNamedLike(file: string): string[] {
  const pattern = (name: string) => name.replaceAll(/\d+/g, '0')
  return readdirSync(dirname(file), { withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern(entry.name) === pattern(basename(file)))
    .map(({ name }) => join(dirname(file), name))
}
