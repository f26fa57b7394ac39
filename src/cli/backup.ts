import { accessSync, constants, statSync } from 'node:fs'
import type { Command } from 'commander'
import { periodStart, periodWords } from '#content/periods.ts'
import { recordBackup } from '#database/backup-record.ts'
import { makeBackup } from '#database/make-backup.ts'
import { pruneBackups } from '#database/prune-backups.ts'
import { restoreBackup } from '#database/restore-backup.ts'
import { lifetimes } from '#lifetimes.ts'
import { pauseMail } from '#mail/mail-pause.ts'
import { leaveAgain } from '#newsletter/unsubscribe.ts'
import { eraseAgain } from '#privacy/erase-person.ts'
import { secretsOf } from '#signed-token.ts'
import { UserError } from '#user-error.ts'
import type { CommandContext, Flags } from './command-context.ts'
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
      if (keep !== undefined) await prune(context, file, keep, now)
      const key = config.secret ? 'SECRET' : `${context.pathOf(config.dataDir)}/secret`
      terminal.note(`Keep ${key} too, in another place: \`restore\` asks for it.`)
    })
}

/** Only now, after a good one. */
async function prune(context: CommandContext, file: string, keepDays: number, now: Date) {
  const { terminal, keys } = context
  const before = new Date(Math.max(0, now.getTime() - keepDays * 86_400_000))
  const { deleted, strange } = pruneBackups(file, secretsOf(keys), before)
  const time = zonedInstant(before.toISOString())
  await terminal.print(`Deleted ${deleted.length} made before ${time}.`)
  for (const path of strange) terminal.note(`${path} is not of this site and SECRET: left alone.`)
}

const aboutBackups = `
The file is an SQLite database, also when the site runs on PostgreSQL: it can be restored into either.
It holds personal data; keep it where only you can read it, and not for longer than the privacy policy says:
--keep ${lifetimes.erasureHashDays - 1}, every night, deletes those made before that, in the same folder and under names that differ
in digits only.`

/** For so long an erasure can be repeated. */
const kept = 'erasureHashDays'

export function addRestore(program: Command, context: CommandContext) {
  const { terminal, clock } = context
  program
    .command('restore')
    .description('fill an empty database from a backup')
    .argument('<file>', 'a file that `backup` made', context.pathOf)
    .option(
      '--since <file>',
      'a later backup, or the old site.db: what people said since counts',
      context.pathOf,
    )
    .option('--secret-lost', 'restore without the SECRET that the backup was made with')
    .option('--allow-old-backup', `restore one of more than ${periodWords(kept)} ago`)
    .option('--yes', 'do not ask')
    .addHelpText('after', aboutRestoring)
    .action(async (file: string, options: RestoreOptions) => {
      const { since, secretLost, allowOldBackup, yes } = options
      const { keys } = context
      // Of a file that is closed to this user, and of a folder, SQLite would not say why it cannot be read.
      for (const given of [file, since ?? file]) {
        accessSync(given, constants.R_OK)
        if (statSync(given).isDirectory()) throw new UserError(`${given} is a folder. Name a file.`)
      }
      const database = await context.database()
      if (since === undefined) await terminal.confirm(withoutSince, yes)
      let erased = 0
      const rows = await restoreBackup(database, file, {
        secrets: secretLost ? [] : secretsOf(keys),
        since,
        onCopied: createProgress(terminal),
        notBefore: allowOldBackup ? undefined : periodStart(kept, clock()),
        async finish(trx, latest) {
          await pauseMail(trx, 'A backup was restored.', clock())
          if (!latest) return
          await leaveAgain(trx, latest)
          const erasures = await latest.selectFrom('erasures').selectAll().execute()
          erased = await eraseAgain(trx, erasures, keys)
        },
      })
      await terminal.print(`Restored ${rows} rows from ${file}.`)
      if (since !== undefined) await terminal.print(`Erased again: ${erased}.`)
      terminal.note(afterRestoring)
    })
}

interface RestoreOptions extends Flags<'secretLost' | 'allowOldBackup' | 'yes'> {
  since?: string
}

const withoutSince = `Without --since, people who unsubscribed, switched off email, bounced or were erased since the backup are back,
and letters sent since count as not sent: \`letters send\` would send them again.
Restore anyway?`

const afterRestoring = `No mail goes out until you say so: look at \`mail list\`, then run \`mail resume\`.
Letters that were on their way are in doubt: see \`letters status\`. A letter that
\`letters list\` does not show as sent counts as never sent.`

const aboutRestoring = `
Works only into an empty database: set DATABASE_URL or DATA_DIR to a new place, and give the same SECRET as
before (or copy DATA_DIR/secret). A backup of SQLite can be restored into PostgreSQL and the other way round.

Name the old database, or the newest backup of it, with --since: people who unsubscribed, switched off email,
bounced or were erased since stay so; \`subscribers remove\`, \`suppressions remove\` and email that was switched
on again have to be repeated. Erasures are remembered for ${periodWords(kept)}, so an older backup is
refused. Nothing goes out by itself that may have gone out since: all mail waits for \`mail resume\`, and what was
left of a letter is in doubt (see \`letters status\`).

Examples:
  cp -p data/secret restored/
  DATA_DIR=./restored npm run admin -- restore backups/2026-03-01.db --since data/site.db`
