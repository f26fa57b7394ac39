import type { Command } from 'commander'
import { contentLetters } from '#letters/content-letters.ts'
import { resolveDoubts, stopLetter } from '#letters/end-letter.ts'
import { listLetters, type ListedLetter } from '#letters/letter-status.ts'
import type { CommandContext, Flags } from './command-context.ts'
import { UserError, writeTextFile } from '#user-error.ts'
import { emailAddress, futureTime } from './argument-parsers.ts'
import { findLetter, lettersSend, previewOf, sendTest, type SendOptions } from './letters-send.ts'
import { lettersStatus, mustBeSent, mustNotBeStopped } from './letters-status.ts'
import { printTable } from './listing.ts'
import { printableLines } from './printable.ts'
import type { Columns } from './table.ts'

export function addLetters(program: Command, context: CommandContext) {
  const { terminal, clock } = context
  const command = program.command('letters').description('letters to every confirmed subscriber')
  const named = (verb: string) =>
    command.command(verb).argument('<name>', 'its file in content/letters, without .md')
  command
    .command('list')
    .description('every letter, and how far it is')
    .option('--json', 'an array of objects, for scripts')
    .action(async ({ json }: { json?: boolean }) => {
      const { db } = await context.database()
      const letters = await listLetters(db, contentLetters(), clock())
      if (json) return await terminal.printJson(letters)
      await printTable(terminal, columns, letters, 'There is no letter in content/letters.')
    })
  named('show')
    .description('a letter as a subscriber gets it, as text')
    .option('--html <file>', 'write its HTML to this file', context.pathOf)
    .action(async (name: string, { html }: { html?: string }) => {
      const letter = previewOf(context, findLetter(name))
      if (html === undefined) {
        return await terminal.write(printableLines(`Subject: ${letter.subject}\n\n${letter.text}`))
      }
      writeTextFile(html, letter.html)
      await terminal.print(`Wrote ${html}.`)
    })
  named('test')
    .description('send it to one address, marked as a test and counted nowhere')
    .requiredOption('--to <email>', 'the address', (text) => emailAddress(text).email)
    .action((name: string, { to }: { to: string }) => sendTest(context, name, to))
  named('send')
    .description('send it, once, to everyone who is confirmed now')
    .option('--at <time>', 'not before this time, like 2026-03-31T09:00+02:00', (text) =>
      futureTime(text, clock()),
    )
    .option('--dry-run', 'show everything, send nothing')
    .option('--yes', 'do not ask')
    .option('--no-wait', 'do not follow the progress')
    .option('--allow-sample-content', 'send although content/ still holds made-up values')
    .addHelpText('after', aboutSending)
    .action((name: string, options: SendOptions) => lettersSend(context, name, options))
  named('status')
    .description('how far it is')
    .option('--json', 'one object, for scripts')
    .addHelpText('after', aboutStatus)
    .action((name: string, { json }: { json?: boolean }) => lettersStatus(context, name, json))
  named('stop')
    .description('take back what has not gone out')
    .option('--yes', 'do not ask')
    .action(async (name: string, { yes }: { yes?: boolean }) => {
      const { db } = await context.database()
      const { queued, state } = await mustBeSent(db, name)
      if (queued === 0 && state !== 'preparing')
        throw new UserError(`Nothing of ${name} is left to take back.`)
      await terminal.confirm(`Take ${name} back from ${queued} who have not got it?`, yes)
      const stopped = await stopLetter(db, name, clock())
      await terminal.print(`Stopped: ${stopped} will not get it.`)
    })
  named('resolve')
    .description('decide about mails that may or may not have been sent')
    .option('--resend', 'queue them again: somebody may get it twice')
    .option('--accept', 'take them for sent: somebody may never get it')
    .option('--yes', 'do not ask')
    .addHelpText('after', aboutDoubts)
    .action((name: string, { resend, accept, yes }: Decision, acting: Command) => {
      if (resend === accept) acting.error('error: choose one of --resend and --accept')
      return resolve(context, name, resend === true, yes)
    })
}

type Decision = Flags<'resend' | 'accept' | 'yes'>

const columns: Columns<ListedLetter> = {
  name: ({ name }) => name,
  subject: ({ subject }) => subject,
  state: ({ state }) => state,
  audience: ({ audience }) => String(audience),
  sent: ({ sent }) => String(sent),
}

async function resolve(context: CommandContext, name: string, resend: boolean, yes?: boolean) {
  const { terminal, clock } = context
  const { db } = await context.database()
  const letter = await mustBeSent(db, name)
  const { in_doubt: doubts } = letter
  if (doubts === 0) return await terminal.print('Nothing is in doubt.')
  if (resend) mustNotBeStopped(letter)
  const question = resend
    ? `Queue ${doubts} in doubt again? Some of them may get the letter twice.`
    : `Take ${doubts} in doubt for sent? Some of them may never have got the letter.`
  await terminal.confirm(question, yes)
  const resolved = await resolveDoubts(db, name, resend ? 'resend' : 'accept', clock())
  await terminal.print(`${resolved} ${resend ? 'queued again' : 'taken for sent'}.`)
  if (resolved < doubts) {
    terminal.note(`Whom the others were for was forgotten meanwhile: \`--accept\` closes them.`)
  }
}

const aboutSending = `
This fixes the text and the audience. The running server sends it, so you may close the terminal. Any
number of servers may be stopped or killed meanwhile: nobody gets the letter twice, and nobody after
unsubscribing. A letter is sent once: to write again, write another file.`

const aboutStatus = `
\`mail list --letter NAME\` names those whom it did not reach; \`mail retry --letter NAME\` tries them again.`

const aboutDoubts = `
A mail is in doubt when the connection broke, or the process died, after it was handed over and before the
mail server confirmed it.`
