import {
  accessSync,
  constants,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { adminWith, npmAdmin, pipedAdmin } from '#admin-command.ts'
import { periodStart, periodWords } from '#content/periods.ts'
import { withCleanUp } from '#database/copy-tables.ts'
import { recordBackup } from '#database/backup-record.ts'
import { makeBackup, pruneBackups } from '#database/make-backup.ts'
import { restoreBackup, type LeftBehind } from '#database/restore-backup.ts'
import { maxBackupAge, periods } from '#personal-data.ts'
import { pauseMail } from '#mail/mail-pause.ts'
import { reapplyUnsubscribes } from '#newsletter/unsubscribe.ts'
import { eraseAgain } from '#privacy/erase-person.ts'
import { secretsOf } from '#secret.ts'
import { UserError } from '#user-error.ts'
import { zonedInstant } from '#owner/printable.ts'
import type { CommandContext, Flags } from './command-context.ts'
import { positiveNumber } from './argument-parsers.ts'
import { createProgress } from './terminal.ts'

export function addBackup(program: Command, context: CommandContext) {
  program
    .command('backup')
    .description('copy the database into one file, while the server runs')
    .argument(
      '<file>',
      'the file to make, or - for standard output; an existing file is never overwritten',
      (file) => (file === '-' ? file : context.pathOf(file)),
    )
    .option(
      '--keep <days>',
      'then delete older backups whose names differ in digits only',
      positiveNumber,
    )
    .addHelpText('after', aboutBackups)
    .action(async (file: string, { keep }: { keep?: number }, acting: Command) => {
      const { config, terminal, secret } = context
      const now = context.clock()
      const { db } = await context.database()
      const options = { secret, now, onCopied: createProgress(terminal) }
      if (file === '-') {
        if (keep !== undefined) acting.error('error: --keep needs the name of a file')
        return await writeBackup(context, options)
      }
      await makeBackup(config.database, file, options).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EACCES') throw error
        const command = `${pipedAdmin(context.adminCommand)} backup - > ${file}`
        throw new UserError(
          `${file} can't be written by the user who runs this command. Try: ${command}`,
        )
      })
      const kilobytes = Math.ceil(statSync(file).size / 1024)
      await terminal.print(`Backed up to ${file} (${kilobytes} kB, checked).`)
      // After the success message: a database on a full disk can be backed up to another disk, but not written to.
      await recordBackup(db, file, now)
      if (keep !== undefined) await prune(context, file, keep, now)
      const key = config.secret ? 'SECRET' : `${context.pathOf(config.dataDir)}/secret`
      terminal.note(`Also keep a copy of ${key} elsewhere: \`restore\` needs it.`)
    })
}

/** To standard output, for a folder or a machine that this user can't write to. */
async function writeBackup(context: CommandContext, options: Parameters<typeof makeBackup>[2]) {
  const { config, terminal } = context
  if (process.stdout.isTTY) throw new UserError('Redirect the backup into a file: backup - > FILE')
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(config.dataDir, 'backup-'))
  await withCleanUp(
    () => rmSync(folder, { recursive: true, force: true }),
    async () => {
      const file = join(folder, 'site.db')
      await makeBackup(config.database, file, options)
      for await (const chunk of createReadStream(file)) {
        await terminal.write(chunk as Uint8Array)
        if (!terminal.hasReader)
          throw new UserError('The backup is not complete: its reader ended.')
      }
    },
  )
  const { db } = await context.database()
  await recordBackup(db, 'standard output', options.now)
}

async function prune(context: CommandContext, file: string, keepDays: number, now: Date) {
  const { terminal, keys } = context
  const before = new Date(Math.max(0, now.getTime() - keepDays * 86_400_000))
  const { deleted, unrecognized } = pruneBackups(file, secretsOf(keys), before)
  const time = zonedInstant(before.toISOString())
  await terminal.print(`Deleted ${deleted.length} backups made before ${time}.`)
  for (const path of unrecognized) {
    terminal.note(`Kept ${path}: it is not a backup of this site, or was made with another SECRET.`)
  }
}

const aboutBackups = `
The file is an SQLite database, even if the site runs on PostgreSQL, and can be restored into either.
It holds personal data: keep it where only you can read it, and no longer than the privacy policy says. A nightly
backup with --keep ${periods.erasureHashDays - 1} deletes older ones in the same folder whose names differ in digits only.`

export function addRestore(program: Command, context: CommandContext) {
  const { terminal, clock } = context
  program
    .command('restore')
    .description('fill an empty database from a backup')
    .argument('<file>', 'a file that `backup` made', context.pathOf)
    .option(
      '--since <file>',
      'a later backup, or the old site.db: keeps what people decided since',
      context.pathOf,
    )
    .option('--secret-lost', 'restore without the SECRET that the backup was made with')
    .option('--allow-old-backup', `restore a backup older than ${periodWords('en', maxBackupAge)}`)
    .option('--yes', 'skip the confirmation question')
    .addHelpText('after', aboutRestoring(context.adminCommand))
    .action(async (file: string, options: RestoreOptions) => {
      const { since, secretLost, allowOldBackup, yes } = options
      const { keys } = context
      // SQLite would not say why it can't read a folder, or a file without permission.
      for (const given of [file, since ?? file]) {
        accessSync(given, constants.R_OK)
        if (statSync(given).isDirectory()) throw new UserError(`${given} is a folder. Name a file.`)
      }
      const database = await context.database()
      if (since === undefined) await terminal.confirm(withoutSince, yes)
      let erased = 0
      const { rows, leftBehind, overdue } = await restoreBackup(database, file, {
        now: clock(),
        secrets: secretLost ? [] : secretsOf(keys),
        since,
        onCopied: createProgress(terminal),
        notBefore: allowOldBackup ? undefined : periodStart(maxBackupAge, clock()),
        async prepare(trx, latest) {
          if (!latest) return
          await reapplyUnsubscribes(trx, latest)
          const erasures = await latest.selectFrom('erasures').selectAll().execute()
          erased = await eraseAgain(trx, erasures, keys)
        },
        finish: (trx) => pauseMail(trx, 'A backup was restored.', clock()),
      })
      await terminal.print(`Restored ${rows} rows from ${file}.`)
      if (since !== undefined) {
        await terminal.print(
          `Erased again: ${erased}.`,
          ...leftBehindLines(leftBehind, since, context.adminCommand),
        )
      }
      for (const letter of overdue) terminal.note(overdueSentence(letter))
      terminal.note(afterRestoring)
    })
}

const tableTitles: Record<string, string> = { subscribers: 'Signups', messages: 'Messages' }

function leftBehindLines(leftBehind: LeftBehind, since: string, adminCommand: string): string[] {
  const url = `sqlite:${since}`.replaceAll("'", String.raw`'\''`)
  return Object.entries(leftBehind).flatMap(([table, { count, since: oldest }]) => [
    `${tableTitles[table]} newer than the backup, not restored: ${count}. To list them:`,
    `  ${adminWith(`DATABASE_URL='${url}'`, adminCommand)} ${table} list --since ${oldest}`,
  ])
}

function overdueSentence({ name, mayHaveGoneOut }: { name: string; mayHaveGoneOut: boolean }) {
  return mayHaveGoneOut
    ? `The letter ${name} was due before this restore and may have gone out: it is stopped for good.`
    : `The letter ${name} was due before this restore and went to nobody: it is cancelled. To send it: \`letters send ${name}\`.`
}

interface RestoreOptions extends Flags<'secretLost' | 'allowOldBackup' | 'yes'> {
  since?: string
}

const withoutSince = `Without --since, people who unsubscribed, switched off email, bounced or were erased after the backup are
back, and letters sent after it count as never sent: \`letters send\` would send them again. Letters that were
scheduled are cancelled: schedule them again. Restore anyway?`

const afterRestoring = `No mail goes out until you say so: look at \`mail list\`, then run \`mail resume\`.
Mail of a letter that was being sent is in doubt, and is not sent again automatically. A letter that
\`letters list\` does not show as sent counts as never sent.`

const aboutRestoring = (adminCommand: string) => `
Works only into an empty database: set DATABASE_URL or DATA_DIR to a new place, and use the same SECRET as
before (or copy DATA_DIR/secret). A backup of SQLite can be restored into PostgreSQL and the other way round.

Name the old database, or its newest backup, with --since: people who unsubscribed, switched off email, bounced,
were erased or removed since stay so, and you see how many signups and messages are newer than the backup. Repeat
any \`suppressions remove\` and email that was switched on again yourself. Erasures are remembered for
${periodWords('en', maxBackupAge)}, so an older backup is rejected. All mail is paused until \`mail resume\`, and the unsent rest of
a letter is in doubt: it may have been sent since.

${adminCommand === npmAdmin ? restoreExamples : 'The steps, from the old database to the new one, are in docs/deploy.md under "Restore".'}`

const restoreExamples = `Examples:
  cp -p data/secret restored/
  DATA_DIR=./restored ${npmAdmin} restore backups/2026-03-01.db --since data/site.db`
