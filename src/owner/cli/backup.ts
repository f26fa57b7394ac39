import { createReadStream, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { pipedAdmin } from '#admin-command.ts'
import { withCleanUp } from '#database/copy-tables.ts'
import { markProven, proofIn, recordBackup, type BackupProof } from '#database/backup-record.ts'
import { makeBackup, pruneBackups } from '#database/make-backup.ts'
import { contentsWords } from '#database/backup-words.ts'
import { proveBackup } from '#database/prove-backup.ts'
import { periods } from '#personal-data.ts'
import { secretsOf } from '#secret.ts'
import { UserError } from '#user-error.ts'
import { zonedInstant } from '../printable.ts'
import type { CommandContext } from './command-context.ts'
import { positiveNumber } from './argument-parsers.ts'
import { runBackupCommand } from './run-backup-command.ts'
import { createProgress } from './terminal.ts'

export function addBackup(program: Command, context: CommandContext) {
  program
    .command('backup')
    .description(
      'copy the database into one file, and prove it by a restore, while the server runs',
    )
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
      if (file !== '-') return await backUp(context, file, keep)
      if (keep !== undefined) acting.error('error: --keep needs the name of a file')
      await writeBackup(context)
    })
}

async function backUp(context: CommandContext, file: string, keep: number | undefined) {
  const { config, terminal, clock } = context
  await makeFile(context, file, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES') throw error
    const command = `${pipedAdmin(context.adminCommand)} backup - > ${file}`
    throw new UserError(
      `${file} can't be written by the user who runs this command. Try: ${command}`,
    )
  })
  const kilobytes = Math.ceil(statSync(file).size / 1024)
  await terminal.print(`Backed up to ${file} (${kilobytes} kB).`)
  // After the success message: a database on a full disk can be backed up to another disk, but not written to.
  const proof = await prove(context, file, file)
  await terminal.print(`Restored it as a test: ${contentsWords(proof)}.`)
  if (keep !== undefined) await prune(context, file, keep)
  const { backupCommand } = config
  if (backupCommand !== undefined) {
    const unfinished = `BACKUP_COMMAND has not finished: ${file} is not in a second place.`
    await tryStep(context, file, { ...proof, failure: unfinished }, async () => {
      await runBackupCommand(backupCommand, file)
      return { copied_at: clock().toISOString() }
    })
    await terminal.print('BACKUP_COMMAND took it to a second place.')
  }
  const key = config.secret ? 'SECRET' : `${context.pathOf(config.dataDir)}/secret`
  terminal.note(`Also keep a copy of ${key} elsewhere: \`restore\` needs it.`)
}

/** @param name of the file in the records */
async function makeFile(context: CommandContext, file: string, name: string) {
  const { config, terminal, secret, clock } = context
  // Migrated first: a backup has the schema of the release that makes it.
  const { db } = await context.database()
  await makeBackup(config.database, file, {
    secret,
    now: clock(),
    onCopied: createProgress(terminal),
    // If the disk is full, the backup may be on another one: prove() fails afterwards, and says so.
    record: (proof) =>
      recordBackup(db, name, { ...proof, failure: unfinishedProof }).catch(() => {}),
  })
}

const unfinishedProof = 'The test restore of the newest backup has not finished.'

async function prove(context: CommandContext, file: string, name: string): Promise<BackupProof> {
  const { terminal, keys, clock } = context
  return await tryStep(context, name, { ...proofIn(file)!, failure: unfinishedProof }, async () => {
    const onCopied = createProgress(terminal)
    await proveBackup(file, { secrets: secretsOf(keys), now: clock(), onCopied })
    return { proven_at: markProven(file, clock()) }
  })
}

/** Records the failure first: a crash, or a command that hangs, must be as visible as an error. */
async function tryStep(
  context: CommandContext,
  name: string,
  begun: BackupProof,
  work: () => Promise<Partial<BackupProof>>,
): Promise<BackupProof> {
  const { db } = await context.database()
  await recordBackup(db, name, begun)
  try {
    const done = { ...begun, ...(await work()), failure: null }
    await recordBackup(db, name, done)
    return done
  } catch (error) {
    const failure = `The newest backup failed: ${(error as Error).message}`
    await recordBackup(db, name, { ...begun, failure })
    throw error
  }
}

/** To standard output, for a folder or a machine that this user can't write to. */
async function writeBackup(context: CommandContext) {
  const { config, terminal } = context
  if (process.stdout.isTTY) throw new UserError('Redirect the backup into a file: backup - > FILE')
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(config.dataDir, 'backup-'))
  await withCleanUp(
    () => rmSync(folder, { recursive: true, force: true }),
    async () => {
      const file = join(folder, 'site.db')
      await makeFile(context, file, 'standard output')
      await prove(context, file, 'standard output')
      for await (const chunk of createReadStream(file)) {
        await terminal.write(chunk as Uint8Array)
        if (!terminal.hasReader)
          throw new UserError('The backup is not complete: its reader ended.')
      }
    },
  )
}

async function prune(context: CommandContext, file: string, keepDays: number) {
  const { terminal, keys, clock } = context
  const before = new Date(Math.max(0, clock().getTime() - keepDays * 86_400_000))
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
