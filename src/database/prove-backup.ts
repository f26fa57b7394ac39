import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '#user-error.ts'
import { countContents, proofIn } from './backup-record.ts'
import { contentsWords } from './backup-words.ts'
import { connect } from './connect.ts'
import { withCleanUp, type CopyProgress } from './copy-tables.ts'
import { checkIntegrity } from './make-backup.ts'
import { migrate } from './migrate.ts'
import { restoreBackup } from './restore-backup.ts'

/**
 * Restores a backup as `restore` would, into a database of its own that is deleted afterwards, and compares what came
 * back with what was counted when the backup was made.
 * @throws if the restore fails or anything is missing
 */
export async function proveBackup(
  file: string,
  options: { secrets: string[]; now: Date; onCopied?: CopyProgress },
): Promise<void> {
  const dir = mkdtempDisposableSync(join(tmpdir(), 'proof-'))
  const removeScratch = () => dir.remove()
  await withCleanUp(removeScratch, async () => {
    const scratch = join(dir.path, 'site.db')
    await restoreInto(scratch, file, options)
    await checkIntegrity(scratch)
    const made = proofIn(file)
    const wanted = made ? contentsWords(made) : 'no count of its rows'
    const restored = contentsWords(await countContents(scratch))
    if (restored === wanted) return
    throw new UserError(`${file} was made with ${wanted}. Its restore has ${restored}.`)
  })
}

async function restoreInto(
  scratch: string,
  file: string,
  options: { secrets: string[]; now: Date; onCopied?: CopyProgress },
) {
  await using database = connect({ kind: 'sqlite', file: scratch })
  await migrate(database)
  await restoreBackup(database, file, { ...options, finish: async () => {} })
}
