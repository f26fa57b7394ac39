import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { BackupError } from '#database/make-backup.ts'
import { restoreBackup } from '#database/restore-backup.ts'
import { pauseMail } from '#mail/mail-pause.ts'
import type { Desk } from './desk.ts'
import { Failure } from './failure.ts'

export function restoreCommand(desk: Desk): Command {
  return new Command('restore')
    .description('fill an empty database from a backup')
    .argument('<file>', 'a file that `backup` made')
    .addHelpText('after', examples)
    .action((file: string) => restore(desk, desk.pathOf(file)))
}

async function restore(desk: Desk, file: string): Promise<void> {
  if (!existsSync(file)) throw new Failure(`There is no file ${file}.`)
  const now = desk.clock()
  const rows = await desk.withDatabase(async (database) => {
    try {
      return await restoreBackup(database, file, (trx) =>
        pauseMail(trx, 'A backup was restored.', now),
      )
    } catch (error) {
      throw error instanceof BackupError ? new Failure(error.message) : error
    }
  })
  await desk.terminal.write(`Restored ${rows} rows from ${file}.\n`)
  desk.terminal.note(
    'No mail goes out until you say so: look at `mail list`, then run `mail resume`.',
  )
}

const examples = `
Works only into an empty database: set DATABASE_URL or DATA_DIR to a new place. A backup of SQLite can be
restored into PostgreSQL and the other way round. No mail goes out until \`mail resume\`: what waited when
the backup was made may have been sent since.

Examples:
  DATA_DIR=./restored npm run admin -- restore backups/2026-03-01.db`
