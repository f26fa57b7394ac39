import { statSync } from 'node:fs'
import { Command } from 'commander'
import { recordBackup } from '#database/backup-record.ts'
import { makeBackup } from '#database/make-backup.ts'
import type { CommandContext } from './command-context.ts'

export function backupCommand(context: CommandContext): Command {
  return new Command('backup')
    .description('copy everything into one file, while the server runs')
    .argument('<file>', 'the file to make; an existing one is never overwritten')
    .addHelpText('after', examples)
    .action((file: string) => backup(context, context.pathOf(file)))
}

async function backup(context: CommandContext, file: string): Promise<void> {
  const { config, terminal } = context
  await context.withDatabase(async ({ db }) => {
    const now = context.clock()
    await makeBackup(config.database, file, context.secret)
    await recordBackup(db, file, now)
  })
  const kilobytes = Math.ceil(statSync(file).size / 1024)
  await terminal.write(`Backed up to ${file} (${kilobytes} kB, checked).\n`)
  terminal.note(
    config.secret === undefined
      ? `Keep ${context.pathOf(config.dataDir)}/secret with it, in another place: \`restore\` asks for it.`
      : 'Keep SECRET too, in another place: `restore` asks for it.',
  )
}

const examples = `
The file is an SQLite database, also when the site runs on PostgreSQL: it can be restored into either.
It holds personal data; keep it where only you can read it.

Examples:
  npm run admin -- backup backups/2026-03-01.db`
