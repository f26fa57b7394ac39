import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { recordBackup } from '#database/backup-record.ts'
import { makeBackup } from '#database/make-backup.ts'
import { pruneBackups } from '#database/prune-backups.ts'
import { lifetimes } from '#lifetimes.ts'
import { secretsOf } from '#signed-token.ts'
import type { CommandContext } from './command-context.ts'
import { positiveNumber } from './argument-parsers.ts'
import { createProgress } from './progress.ts'
import { zonedInstant } from './short-instant.ts'

export function addBackup(program: Command, context: CommandContext) {
  program
    .command('backup')
    .description('copy everything into one file, while the server runs')
    .argument('<file>', 'the file to make; an existing one is never overwritten', context.pathOf)
    .option(
      '--keep <days>',
      'then delete older backups of the same name but for its digits',
      positiveNumber,
    )
    .addHelpText('after', aboutBackups)
    .action(async (file: string, { keep }: { keep?: number }) => {
      const { config, terminal, secret } = context
      const now = context.clock()
      const { db } = await context.database()
      await makeBackup(config.database, file, { secret, now, onCopied: createProgress(terminal) })
      const kilobytes = Math.ceil(statSync(file).size / 1024)
      await terminal.print(`Backed up to ${file} (${kilobytes} kB, checked).`)
      // After that: a database on a full disk can be copied to another one, but takes no note of it.
      await recordBackup(db, file, now)
      if (keep !== undefined)
        await prune(context, file, new Date(Math.max(0, now.getTime() - keep * 86_400_000)))
      terminal.note(
        config.secret === undefined
          ? `Keep ${context.pathOf(config.dataDir)}/secret with it, in another place: \`restore\` asks for it.`
          : 'Keep SECRET too, in another place: `restore` asks for it.',
      )
    })
}

/** Only now, after a good one. */
async function prune({ terminal, secret, config }: CommandContext, file: string, before: Date) {
  const keys = { secret, previousSecret: config.previousSecret }
  const { deleted, strange } = pruneBackups(file, secretsOf(keys), before)
  await terminal.print(
    `Deleted ${deleted.length} made before ${zonedInstant(before.toISOString())}.`,
  )
  for (const path of strange) terminal.note(`${path} is not of this site and SECRET: left alone.`)
}

const aboutBackups = `
The file is an SQLite database, also when the site runs on PostgreSQL: it can be restored into either.
It holds personal data; keep it where only you can read it, and not for longer than the privacy policy says:
--keep ${lifetimes.erasureHashDays - 1}, every night, deletes those made before that, in the same folder and under names that differ
in digits only.`
