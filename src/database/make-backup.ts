import { accessSync, constants, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserError } from '#user-error.ts'
import { aboutFile, labelBackup } from './backup-label.ts'
import { cleaningUp, heedSignals } from './cleaning-up.ts'
import { connect, openReadOnly, type Target } from './connect.ts'
import { copyTables, storedTables, type CopyProgress } from './copy-tables.ts'
import { migrate } from './migrate.ts'
import { readSnapshot } from './read-snapshot.ts'

/**
 * One consistent moment of the database as one SQLite file, whichever database it comes from, so that
 * it can be restored into either. The file appears under its name only when it is whole and checked.
 */
export async function makeBackup(
  target: Target,
  file: string,
  { secret, now, onCopied }: { secret: string; now: Date; onCopied?: CopyProgress },
): Promise<void> {
  if (existsSync(file)) throw new UserError(`${file} exists already. Choose another name.`)
  // SQLite would not say which file it is that cannot be made.
  accessSync(dirname(file), constants.W_OK)
  const drafts = draftsOf(file)
  const [draft] = drafts
  const removeDrafts = () => drafts.forEach((path) => rmSync(path, { force: true }))
  removeDrafts()
  await cleaningUp(removeDrafts, async () => {
    await aboutFile(draft, 'cannot be written', async () => {
      // SQLite copies itself in one go, and tells nothing meanwhile.
      if (target.kind === 'sqlite') await compactCopy(target.file, draft)
      else await copyPostgres(target, draft, onCopied)
      labelBackup(draft, secret, now)
    })
    await checkIntegrity(draft)
    await heedSignals()
    renameSync(draft, file)
  })
}

/** The file before it is whole, and what SQLite keeps beside it. */
export function draftsOf(file: string): [string, ...string[]] {
  const draft = `${file}.partial`
  return [draft, `${draft}-wal`, `${draft}-shm`, `${draft}-journal`]
}

/** Of one moment, while others write. Free pages, and what was erased from them, stay behind. */
export async function compactCopy(file: string, copy: string): Promise<void> {
  writeFileSync(copy, '', { mode: 0o600, flag: 'wx' })
  await aboutFile(file, `cannot be copied to ${copy}`, () => {
    using source = openReadOnly(file)
    source.prepare('vacuum into ?').run(copy)
  })
}

/** @throws UserError when the file is damaged or no database at all */
export async function checkIntegrity(file: string): Promise<void> {
  await aboutFile(file, 'cannot be read as a backup', () => {
    using database = openReadOnly(file)
    const answer = database.pragma('integrity_check', { simple: true })
    const broken = database.pragma('foreign_key_check') as unknown[]
    if (answer !== 'ok' || broken.length > 0) throw new UserError(`${file} is damaged.`)
  })
}

async function copyPostgres(target: Target, draft: string, onCopied?: CopyProgress) {
  await using copy = connect({ kind: 'sqlite', file: draft })
  await migrate(copy)
  const tables = await storedTables(copy.db)
  const writing = copy.db.transaction()
  await readSnapshot(target, (db) =>
    writing.execute((trx) => copyTables({ db, kind: 'postgres' }, trx, tables, onCopied)),
  )
}
