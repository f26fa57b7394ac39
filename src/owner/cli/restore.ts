import { accessSync, constants, statSync } from 'node:fs'
import type { Command } from 'commander'
import { npmAdmin } from '#admin-command.ts'
import { periodStart, periodWords } from '#content/periods.ts'
import { backupMadeAt } from '#database/backup-record.ts'
import { previewRestore, restoreBackup } from '#database/restore-backup.ts'
import { pauseMail } from '#mail/mail-pause.ts'
import { maxBackupAge } from '#personal-data.ts'
import { eraseAgain } from '#privacy/erase-person.ts'
import { zonedInstant } from '../printable.ts'
import { secretsOf } from '#secret.ts'
import { UserError } from '#user-error.ts'
import type { CommandContext, Flags } from './command-context.ts'
import { createProgress } from './terminal.ts'

interface Options extends Flags<'secretLost' | 'allowOldBackup' | 'dryRun' | 'yes'> {
  since?: string
}

export function addRestore(program: Command, context: CommandContext) {
  program
    .command('restore')
    .description('fill an empty database from a backup')
    .argument('<file>', 'a file that `backup` made', context.pathOf)
    .option(
      '--since <file>',
      'the old site.db, or a later backup: keeps what people decided and sent since',
      context.pathOf,
    )
    .option('--dry-run', 'say what would be restored, and change nothing; also while the site runs')
    .option('--secret-lost', 'restore without the SECRET that the backup was made with')
    .option('--allow-old-backup', `restore a backup older than ${periodWords('en', maxBackupAge)}`)
    .option('--yes', 'skip the confirmation question')
    .addHelpText('after', aboutRestoring(context.adminCommand))
    .action((file: string, options: Options) => restore(context, file, options))
}

async function restore(context: CommandContext, file: string, options: Options) {
  const { terminal, clock, keys } = context
  const { since, secretLost, allowOldBackup, dryRun, yes } = options
  // SQLite would not say why it can't read a folder, or a file without permission.
  for (const given of [file, since ?? file]) {
    accessSync(given, constants.R_OK)
    if (statSync(given).isDirectory())
      throw new UserError(`${given} is a folder. Name a file: \`backups ${given}\` lists them.`)
  }
  const preparing = {
    now: clock(),
    secrets: secretLost ? [] : secretsOf(keys),
    since,
    notBefore: allowOldBackup ? undefined : periodStart(maxBackupAge, clock()),
    eraseAgain: (...[trx, erasures]: EraseAgain) => eraseAgain(trx, erasures, keys),
  }
  if (dryRun) {
    await terminal.print(`${file} was made ${zonedInstant(backupMadeAt(file).toISOString())}.`)
    if (since === undefined) terminal.note(withoutSince)
    await printRestored(context, await previewRestore(file, preparing), file, options)
    return terminal.note('This was a dry run: nothing was changed.')
  }
  const database = await context.database()
  if (since === undefined) await terminal.confirm(`${withoutSince} Restore anyway?`, yes)
  const restored = await restoreBackup(database, file, {
    ...preparing,
    onCopied: createProgress(terminal),
    finish: (trx) => pauseMail(trx, 'A backup was restored.', clock()),
  })
  await printRestored(context, restored, file, options)
  terminal.note(afterRestoring)
}

type EraseAgain = [
  trx: Parameters<typeof eraseAgain>[0],
  erasures: Parameters<typeof eraseAgain>[1],
]

async function printRestored(
  { terminal }: CommandContext,
  { rows, later, isKnown, overdue, cancelled }: Awaited<ReturnType<typeof previewRestore>>,
  file: string,
  { since, dryRun }: Options,
) {
  await terminal.print(
    dryRun ? `${rows} rows to restore from ${file}.` : `Restored ${rows} rows from ${file}.`,
  )
  if (later) {
    const { signups, messages, waiting, unsubscribed, suppressed, erased } = later
    await terminal.print(
      `${dryRun ? 'To bring back' : 'Brought back'} from ${since}: signups ${signups}, messages ${messages}, submissions not processed yet ${waiting}.`,
      `Unsubscribed since: ${unsubscribed}. Suppressed since: ${suppressed}. Erased again: ${erased}.`,
    )
    if (!isKnown) terminal.note(`${since} does not go on from this backup. ${betweenLost}`)
  }
  for (const letter of overdue) terminal.note(overdueSentence(letter))
  for (const name of cancelled) terminal.note(cancelledSentence(name))
}

const cancelledSentence = (name: string) =>
  `The letter ${name} was waiting for its time or the launch. It is cancelled, because it may have been cancelled or sent since: schedule it again.`

function overdueSentence({ name, mayHaveGoneOut }: { name: string; mayHaveGoneOut: boolean }) {
  return mayHaveGoneOut
    ? `The letter ${name} was due before this restore and may have gone out: it is stopped for good.`
    : `The letter ${name} was due before this restore and went to nobody: it is cancelled. To send it: \`letters send ${name}\`.`
}

const withoutSince = `Without --since, people who unsubscribed, switched off email, bounced or were erased after the backup are
back, signups and messages after it are lost, and letters sent after it count as never sent: \`letters send\` would
send them again.`

const betweenLost = `People who unsubscribed, switched off email,
bounced or were erased in between are back, and letters sent in between count as never sent: \`letters send\` would
send them again.`

const afterRestoring = `No mail goes out until you say so: look at \`mail list\`, then run \`mail resume\`.
Mail of a letter that was being sent is in doubt, and is not sent again automatically. A letter that
\`letters list\` does not show as sent counts as never sent.`

const aboutRestoring = (adminCommand: string) => `
Works only into an empty database: set DATABASE_URL or DATA_DIR to a new place, and use the same SECRET as
before (or copy DATA_DIR/secret). A backup of SQLite can be restored into PostgreSQL and the other way round.

Name the old database, or its newest backup, with --since: signups with their consents, messages and submissions
since are brought back, and people who unsubscribed, switched off email, bounced, were erased or removed since stay
so. Anything else that was deleted since comes back. Repeat any \`suppressions remove\` and email that was switched on
again yourself. Erasures are remembered for ${periodWords('en', maxBackupAge)}, so an older backup is rejected. All mail is
paused until \`mail resume\`, and the unsent rest of a letter is in doubt: it may have been sent since.

${adminCommand === npmAdmin ? restoreExamples : 'The steps, from the old database to the new one, are in docs/deploy.md under "Restore".'}`

const restoreExamples = `Examples:
  cp -p data/secret restored/
  DATA_DIR=./restored ${npmAdmin} restore backups/2026-03-01.db --since data/site.db`
