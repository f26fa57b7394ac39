import { format } from 'node:util'
import { Command, CommanderError } from 'commander'
import { describeError } from '#user-error.ts'
import { addBackup } from './backup.ts'
import { addBackups } from './backups.ts'
import type { CommandContext } from './command-context.ts'
import { addConsole } from './console.ts'
import { addData } from './data.ts'
import { addDoctor } from './doctor.ts'
import { examplesOf } from './examples.ts'
import { addLetters } from './letter-commands.ts'
import { addMail } from './mail.ts'
import { addMessages } from './messages.ts'
import { printableLines } from '../printable.ts'
import { addConsent, addPrivacy } from './proofs.ts'
import { addRestore } from './restore.ts'
import { addSettings } from './settings.ts'
import { addStats } from './stats.ts'
import { addSubscribers } from './subscribers.ts'
import { addSuppressions } from './suppression-commands.ts'

/** @returns the exit code */
export async function runProgram(context: CommandContext, args: string[]): Promise<number> {
  try {
    await context.run(() => parse(context, args))
    return 0
  } catch (error) {
    // Commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    context.terminal.note(printableLines(format(describeError(error))))
    return 1
  }
}

async function parse(context: CommandContext, args: string[]) {
  let help = ''
  const program = createProgram(context, (text) => (help += text))
  try {
    await program.parseAsync(args, { from: 'user' })
  } finally {
    // Commander would not wait for the write, and so miss a full disk.
    await context.terminal.write(help)
  }
}

function createProgram(context: CommandContext, writeOut: (text: string) => void): Command {
  const { terminal } = context
  // Subcommands added below inherit these settings.
  const program = new Command(context.adminCommand)
    .description("The owner's command line.")
    .exitOverride()
    .configureOutput({
      writeOut,
      writeErr: (text) => terminal.note(text.replace(/\n$/, '')),
      outputError: (text, write) => write(printableLines(text)),
    })
    .addHelpText('afterAll', ({ command }) => examplesOf(command, context.adminCommand))
    .addHelpText('after', context.adminCommand === 'site-admin' ? onServer + exitCodes : exitCodes)
  addConsole(program, context)
  addDoctor(program, context)
  addStats(program, context)
  addSubscribers(program, context)
  addMessages(program, context)
  addMail(program, context)
  addLetters(program, context)
  addSuppressions(program, context)
  addConsent(program, context)
  addData(program, context)
  addPrivacy(program, context)
  addBackup(program, context)
  addBackups(program, context)
  addRestore(program, context)
  addSettings(program, context)
  for (const command of [program, ...program.commands]) command.helpCommand(false)
  return program
}

/** Of deploy/operate.mjs. */
const onServer = `
On this server also: upgrade, rollback, and \`restore BACKUP\`, which stops the site and keeps the old data.`

const exitCodes = `
Exit codes: 0 done, 1 failed, 2 wrong usage. It works while the server runs.`
