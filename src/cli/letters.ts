import type { Command } from 'commander'
import { contentLetters, welcomeName } from '#newsletter/letter-file.ts'
import { listLetters, stopLetter, type ListedLetter } from '#newsletter/letter-sending.ts'
import type { CommandContext } from './command-context.ts'
import { UserError, writeTextFile } from '#user-error.ts'
import { emailAddress, futureTime } from './argument-parsers.ts'
import { lettersSend, previewLetter, sendTest, type SendOptions } from './letters-send.ts'
import { lettersStatus, findSentLetter } from './letters-status.ts'
import { printTable } from './listing.ts'
import { printableLines } from './printable.ts'
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
      const letters = await listLetters(db, contentLetters(), clock())
      if (json) return await terminal.printJson(letters)
      await printTable(terminal, columns, letters, 'There are no letters in content/letters.')
    })
  named('show')
    .description('print a letter as a subscriber gets it')
    .option('--html <file>', 'write the HTML to this file instead', context.pathOf)
    .action(async (name: string, { html }: { html?: string }) => {
      const letter = previewLetter(context, name)
      if (html === undefined) {
        return await terminal.write(printableLines(`Subject: ${letter.subject}\n\n${letter.text}`))
      }
      writeTextFile(html, letter.html)
      await terminal.print(`Wrote ${html}.`)
    })
  named('test')
    .description('send a letter to one address, marked as a test')
    .requiredOption('--to <email>', 'the address', (text) => emailAddress(text).email)
    .action((name: string, { to }: { to: string }) => sendTest(context, name, to))
  named('send')
    .description('send a letter, once, to everyone who is confirmed now')
    .option('--at <time>', 'do not send before this time, like 2026-03-31T09:00+02:00', (text) =>
      futureTime(text, clock()),
    )
    .option('--dry-run', 'run all checks and show the letter, but send nothing')
    .option('--yes', 'do not ask')
    .option('--no-wait', 'do not show the progress')
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
    .option('--yes', 'do not ask')
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

For a rehearsal, run it while \`npm run dev\` runs, which catches all mail.`

const aboutStatus = `
\`mail list --letter NAME\` lists the people who have not got it. \`mail retry --letter NAME\` tries those that
failed again. A mail is in doubt if the connection broke before the mail server confirmed it.`
