import { createReadStream, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { pipedAdmin } from '#admin-command.ts'
import { withCleanUp } from '#database/copy-tables.ts'
import { recordBackup } from '#database/backup-record.ts'
import { makeBackup, pruneBackups } from '#database/make-backup.ts'
import { periods } from '#personal-data.ts'
import { secretsOf } from '#secret.ts'
import { UserError } from '#user-error.ts'
import { zonedInstant } from '../printable.ts'
import type { CommandContext } from './command-context.ts'
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
