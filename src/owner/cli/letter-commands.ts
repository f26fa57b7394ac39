import { Option, type Command } from 'commander'
import { allLanguages } from '#language.ts'
import { readLetters } from '#letters/read-letters.ts'
import { isWaiting, listLetters, type ListedLetter } from '#letters/stored-letters.ts'
import { listedState, unusedFile } from '../letter-sentences.ts'
import { cancelSending, findStoppable, hideLetter, stopSending } from '../actions.ts'
import type { CommandContext } from './command-context.ts'
import { sendingTime } from '../sending-time.ts'
import { emailAddress, optionValue } from './argument-parsers.ts'
import { lettersShow, lettersTest, type ShowOptions, type TestOptions } from './letters-preview.ts'
import { lettersSend, type SendArguments } from './letters-send.ts'
import { lettersStatus } from './letters-status.ts'
import { printTable } from './listing.ts'
import type { Columns } from './table.ts'

export function addLetters(program: Command, context: CommandContext) {
  const { terminal, clock } = context
  const command = program
    .command('letters')
    .description('send letters to all confirmed subscribers')
  const named = (verb: string) =>
    command.command(verb).argument('<name>', 'its name, as in `letters list`')
  command
    .command('list')
    .description('list all letters and their progress')
    .option('--json', 'an array of objects, for scripts')
    .action(({ json }: { json?: boolean }) => lettersList(context, json))
  const oneLanguage = new Option('--language <language>', 'only in this language')
  oneLanguage.choices(allLanguages)
  named('show')
    .description('print a letter as a subscriber gets it, in each language')
    .option('--html <file>', 'write the HTML to this file instead', context.pathOf)
    .option('--markdown', 'print its text as a file of content/letters, in English or --language')
    .option('--pictures <folder>', 'with --markdown: write its pictures to this folder')
    .addOption(oneLanguage)
    .action((name: string, options: ShowOptions) => lettersShow(context, name, options))
  named('test')
    .description('send a letter to one address, in each language, marked as a test')
    .requiredOption('--to <email>', 'the address', (text) => emailAddress(text).email)
    .addOption(oneLanguage)
    .action((name: string, options: TestOptions) => lettersTest(context, name, options))
  named('send')
    .description('send a letter, once, to everyone who is confirmed now, or at a later time')
    .option('--at <time>', 'a time like 2026-03-31T09:00+02:00, or launch', (text) =>
      optionValue(() => sendingTime(text, clock())),
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
    .action((name: string, options: SendArguments) => lettersSend(context, name, options))
  named('status')
    .description('show how many people have got a letter')
    .option('--json', 'one object, for scripts')
    .addHelpText('after', aboutStatus)
    .action((name: string, { json }: { json?: boolean }) => lettersStatus(context, name, json))
  named('hide')
    .description('take the page of a public letter off the site')
    .option('--undo', 'show it again')
    .action(async (name: string, { undo = false }: { undo?: boolean }) => {
      const { db } = await context.database()
      await terminal.print(await hideLetter(db, name, !undo))
    })
  named('stop')
    .description('stop sending a letter')
    .option('--yes', 'skip the confirmation question')
    .action(async (name: string, { yes }: { yes?: boolean }) => {
      const { db } = await context.database()
      const { queued, state } = await findStoppable(db, name)
      const isAhead = isWaiting({ state })
      const people = isAhead ? 'Nobody has got it yet.' : `Still to get it: ${queued}.`
      await terminal.confirm(`Stop ${name}? ${people}`, yes)
      await terminal.print(
        isAhead ? await cancelSending(db, name) : await stopSending(db, name, clock()),
      )
    })
}

async function lettersList(context: CommandContext, json = false) {
  const { terminal, lettersDir } = context
  const { db } = await context.database()
  const found = await readLetters({ db, lettersDir })
  const letters = await listLetters(db, found)
  if (json) await terminal.printJson(letters)
  else await printTable(terminal, columns, letters, 'There are no letters yet.')
  for (const { mistakes, draft } of found) {
    for (const mistake of mistakes) terminal.note(mistake)
    if (draft?.unusedFile) terminal.note(unusedFile(draft.unusedFile))
  }
}

const columns: Columns<ListedLetter> = {
  name: ({ name }) => name,
  subject: ({ subject }) => subject,
  state: listedState,
  audience: ({ audience }) => String(audience),
  sent: ({ sent }) => String(sent),
}

const aboutSending = `
The text is fixed now. The running site sends the letter to everyone who is confirmed now or, with --at, at that
time, so you can close the terminal. With \`--at launch\` it goes out when the pages change, at the time in
content/site.ts: it follows a change of that time, and is held while there is none.
A letter is sent only once, and nobody gets it twice or after unsubscribing, even if the site is restarted
in between. To write again, write another letter.

Everyone gets it in the language they signed up in. Letters are written in the console, or as files in
content/letters, where NAME.md is English and NAME.it.md Italian.

For a rehearsal, run it while \`npm run dev\` runs, which catches all mail.`

const aboutStatus = `
Before a letter is due, \`audience\` and \`queued\` in --json count everyone who is confirmed now.
\`mail list --letter NAME\` lists the people who have not got it. \`mail retry --letter NAME\` tries those that
failed again. An email is in doubt if nobody can know whether it arrived: the connection broke before the mail server
confirmed it, the server process ended in the meantime, or a backup was restored.`
