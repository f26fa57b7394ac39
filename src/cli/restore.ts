import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { readErasures } from '#database/read-erasures.ts'
import { restoreBackup } from '#database/restore-backup.ts'
import type { ErasureTable } from '#database/schema.ts'
import { pauseMail } from '#mail/mail-pause.ts'
import { eraseAgain } from '#privacy/erase-again.ts'
import type { CommandContext } from './command-context.ts'
import { Failure } from './failure.ts'

interface RestoreOptions {
  erasedIn?: string
}

export function restoreCommand(context: CommandContext): Command {
  return new Command('restore')
    .description('fill an empty database from a backup')
    .argument('<file>', 'a file that `backup` made')
    .option('--erased-in <file>', 'a later backup: whoever was erased by then is erased again')
    .addHelpText('after', examples)
    .action((file: string, options: RestoreOptions) =>
      restore(context, context.pathOf(file), options),
    )
}

async function restore(
  context: CommandContext,
  file: string,
  { erasedIn }: RestoreOptions,
): Promise<void> {
  const { terminal, secret, clock } = context
  if (!existsSync(file)) throw new Failure(`There is no file ${file}.`)
  const erasures = erasedIn === undefined ? [] : erasuresOf(context.pathOf(erasedIn))
  await context.withDatabase(async (database) => {
    const rows = await restoreBackup(database, file, (trx) =>
      pauseMail(trx, 'A backup was restored.', clock()),
    )
    await terminal.write(`Restored ${rows} rows from ${file}.\n`)
    if (erasedIn === undefined) {
      return terminal.note(
        'Whoever was erased since the backup is back: see --erased-in in --help.',
      )
    }
    const erased = await eraseAgain(database.db, erasures, secret)
    await terminal.write(`Erased again: ${erased}.\n`)
  })
  terminal.note('No mail goes out until you say so: look at `mail list`, then run `mail resume`.')
}

function erasuresOf(file: string): ErasureTable[] {
  try {
    return readErasures(file)
  } catch (error) {
    throw new Failure(`${file} is not a backup: ${(error as Error).message}`)
  }
}

const examples = `
Works only into an empty database: set DATABASE_URL or DATA_DIR to a new place. A backup of SQLite can be
restored into PostgreSQL and the other way round. No mail goes out until \`mail resume\`: what waited when
the backup was made may have been sent since. Give the same SECRET as before (or copy DATA_DIR/secret).

Going back to an older state while the present database is still readable? Back that up too, and name it
with --erased-in, so that nobody who was erased since comes back.

Examples:
  DATA_DIR=./restored npm run admin -- restore backups/2026-03-01.db
  DATA_DIR=./restored npm run admin -- restore backups/2026-03-01.db --erased-in backups/today.db`
