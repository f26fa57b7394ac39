import { Command } from 'commander'
import { backupCommand } from './backup.ts'
import { consentCommand } from './consent.ts'
import { dataCommand } from './data.ts'
import type { CommandContext } from './command-context.ts'
import { doctorCommand } from './doctor.ts'
import { examplesOf } from './examples.ts'
import { lettersCommand } from './letters.ts'
import { mailCommand } from './mail.ts'
import { messagesCommand } from './messages.ts'
import { printableLines } from './printable.ts'
import { privacyCommand } from './privacy.ts'
import { restoreCommand } from './restore.ts'
import { statsCommand } from './stats.ts'
import { subscribersCommand } from './subscribers.ts'
import { suppressionsCommand } from './suppressions.ts'

const commands = [
  doctorCommand,
  statsCommand,
  subscribersCommand,
  messagesCommand,
  mailCommand,
  lettersCommand,
  suppressionsCommand,
  consentCommand,
  dataCommand,
  privacyCommand,
  backupCommand,
  restoreCommand,
]

/** Every command the owner has. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('npm run admin --').description("The owner's command line.")
  for (const command of commands) program.addCommand(command(context))
  prepare(program)
  return program.addHelpText('after', exitCodes)
}

/** Commander hands these settings on only to commands made after them. */
function prepare(command: Command, path = ''): void {
  command.exitOverride().helpCommand(false)
  command.configureOutput({ outputError: (text, write) => write(printableLines(text)) })
  command.addHelpText('after', examplesOf(path))
  for (const sub of command.commands) prepare(sub, `${path} ${sub.name()}`.trim())
}

const exitCodes = `
Exit codes: 0 done, 1 failed, 2 wrong usage. It works while the server runs.`
