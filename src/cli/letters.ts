import { Option, type Command } from 'commander'
import { allLanguages } from '#language.ts'
import { welcomeName } from '#newsletter/letter-file.ts'
import { listLetters, stopLetter, type ListedLetter } from '#newsletter/letter-sending.ts'
import type { CommandContext } from './command-context.ts'
import { UserError } from '#user-error.ts'
import { emailAddress, futureTime } from './argument-parsers.ts'
import { lettersShow, lettersTest, type ShowOptions, type TestOptions } from './letters-preview.ts'
import { lettersSend, type SendOptions } from './letters-send.ts'
import { lettersStatus, findSentLetter } from './letters-status.ts'
import { printTable } from './listing.ts'
import type { Columns } from './table.ts'

export function addLetters(program: Command, context: CommandContext) {
  const { terminal, clock } = context
  const command = program
    .command('letters')
    .description('send letters to all confirmed subscribers')
  const named = (verb: string) =>
    command.command(verb).argument('<name>', 'the file in content/letters, without .md')
  command
    .command('list')
    .description('list all letters and their progress')
    .option('--json', 'an array of objects, for scripts')
    .action(async ({ json }: { json?: boolean }) => {
      const { db } = await context.database()
      const letters = await listLetters(db, context.letters, clock())
      if (json) return await terminal.printJson(letters)
      await printTable(terminal, columns, letters, 'There are no letters in content/letters.')
    })
  const oneLanguage = new Option('--language <language>', 'only in this language')
  oneLanguage.choices(allLanguages)
  named('show')
    .description('print a letter as a subscriber gets it, in each language')
    .option('--html <file>', 'write the HTML to this file instead', context.pathOf)
    .addOption(oneLanguage)
    .action((name: string, options: ShowOptions) => lettersShow(context, name, options))
  named('test')
    .description('send a letter to one address in each language, marked as a test')
    .requiredOption('--to <email>', 'the address', (text) => emailAddress(text).email)
    .addOption(oneLanguage)
    .action((name: string, options: TestOptions) => lettersTest(context, name, options))
  named('send')
    .description('send a letter, once, to everyone who is confirmed now')
    .option('--at <time>', 'do not send before this time, like 2026-03-31T09:00+02:00', (text) =>
      futureTime(text, clock()),
    )
    .option('--dry-run', 'run all checks and show the letter, but send nothing')
    .option('--yes', 'skip the confirmation question')
    .option('--no-wait', 'do not show the progress')
    .addOption(
      new Option('--fallback <language>', 'for readers whose translation is missing').choices([
        'en',
      ]),
    )
    .option('--allow-sample-content', 'send even if content/ still holds sample values')
    .addHelpText('after', aboutSending)
    .action((name: string, options: SendOptions) => lettersSend(context, name, options))
  named('status')
    .description('show how many people have got a letter')
    .option('--json', 'one object, for scripts')
    .addHelpText('after', aboutStatus)
    .action((name: string, { json }: { json?: boolean }) => lettersStatus(context, name, json))
  named('stop')
    .description('stop sending a letter')
    .option('--yes', 'skip the confirmation question')
    .action(async (name: string, { yes }: { yes?: boolean }) => {
      const { db } = await context.database()
      const { queued, state } = await findSentLetter(db, name)
      if (queued === 0 && state !== 'preparing')
        throw new UserError(`Nothing to stop: ${name} has already been sent.`)
      await terminal.confirm(`Stop ${name}? ${queued} people have not got it yet.`, yes)
      const stopped = await stopLetter(db, name, clock())
      await terminal.print(`Stopped. ${stopped} people will not get it.`)
    })
}

const columns: Columns<ListedLetter> = {
  name: ({ name }) => name,
  subject: ({ subject }) => subject,
  state: ({ name, state }) => (name === welcomeName ? 'on confirmation' : state),
  audience: ({ audience }) => String(audience),
  sent: ({ sent }) => String(sent),
}

const aboutSending = `
The text and the audience are fixed now. The running site sends the letter, so you can close the terminal.
A letter is sent only once, and nobody gets it twice or after unsubscribing, even if the site is restarted
meanwhile. To write again, add another file.

Everyone gets it in the language they signed up in: NAME.md is English, NAME.it.md Italian.

For a rehearsal, run it while \`npm run dev\` runs, which catches all mail.`

const aboutStatus = `
\`mail list --letter NAME\` lists the people who have not got it. \`mail retry --letter NAME\` tries those that
failed again. A mail is in doubt if the connection broke before the mail server confirmed it.`
