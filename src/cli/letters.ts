import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { contentLetters } from '#letters/content-letters.ts'
import { resolveDoubts, stopLetter } from '#letters/end-letter.ts'
import { listLetters, type ListedLetter } from '#letters/letter-status.ts'
import type { CommandContext } from './command-context.ts'
import { exampleOf } from './example-of.ts'
import { Failure, WrongUsage } from './failure.ts'
import { lettersSend, type LettersSendOptions } from './letters-send.ts'
import { lettersStatus, mustBeSent } from './letters-status.ts'
import { findLetter, previewOf, sendTest } from './letters-test.ts'
import { printableLines } from './printable.ts'
import { table } from './table.ts'

export function lettersCommand(context: CommandContext): Command {
  const command = new Command('letters').description('letters to every confirmed subscriber')
  const named = (verb: string) =>
    command.command(verb).argument('<name>', 'its file in content/letters, without .md')
  command
    .command('list')
    .description('every letter, and how far it is')
    .option('--json', 'an array of objects, for scripts')
    .addHelpText('after', exampleOf('letters list'))
    .action((options: { json?: boolean }) => list(context, options.json ?? false))
  named('show')
    .description('a letter as a subscriber gets it, as text')
    .option('--html <file>', 'write its HTML to this file')
    .addHelpText('after', exampleOf('letters show launch --html launch.html'))
    .action((name: string, options: { html?: string }) => show(context, name, options.html))
  named('test')
    .description('send it to one address, marked as a test and counted nowhere')
    .requiredOption('--to <email>', 'the address')
    .addHelpText('after', exampleOf('letters test launch --to me@example.com'))
    .action((name: string, options: { to: string }) => sendTest(context, name, options.to))
  named('send')
    .description('send it, once, to everyone who is confirmed now')
    .option('--at <time>', 'not before this time, like 2026-03-31T09:00+02:00')
    .option('--dry-run', 'show everything, send nothing')
    .option('--yes', 'do not ask')
    .option('--no-wait', 'do not follow the progress')
    .option('--allow-sample-content', 'send although content/ still holds made-up values')
    .addHelpText('after', sendExamples)
    .action((name: string, options: LettersSendOptions) => lettersSend(context, name, options))
  named('status')
    .description('how far it is')
    .option('--json', 'one object, for scripts')
    .addHelpText('after', statusExamples)
    .action((name: string, options: { json?: boolean }) =>
      lettersStatus(context, name, options.json ?? false),
    )
  named('stop')
    .description('take back what has not gone out')
    .option('--yes', 'do not ask')
    .addHelpText('after', exampleOf('letters stop launch'))
    .action((name: string, options: { yes?: boolean }) => stop(context, name, options.yes))
  named('resolve')
    .description('decide about mails that may or may not have been sent')
    .option('--resend', 'queue them again: somebody may get it twice')
    .option('--accept', 'take them for sent: somebody may never get it')
    .option('--yes', 'do not ask')
    .addHelpText('after', resolveExamples)
    .action((name: string, options: ResolveOptions) => resolve(context, name, options))
  return command
}

interface ResolveOptions {
  resend?: boolean
  accept?: boolean
  yes?: boolean
}

async function list(context: CommandContext, json: boolean): Promise<void> {
  const { terminal } = context
  const letters = await context.withDatabase(({ db }) =>
    listLetters(db, contentLetters(), context.clock()),
  )
  if (json) return await terminal.write(`${JSON.stringify(letters, null, 2)}\n`)
  if (letters.length === 0) return terminal.note('There is no letter in content/letters.')
  await terminal.write(`${table(columns, letters, terminal.columns).join('\n')}\n`)
}

const columns = [
  { title: 'name', cell: (row: ListedLetter) => row.name },
  { title: 'subject', cell: (row: ListedLetter) => row.subject, shrinks: true },
  { title: 'state', cell: (row: ListedLetter) => row.state },
  { title: 'audience', cell: (row: ListedLetter) => String(row.audience) },
  { title: 'sent', cell: (row: ListedLetter) => String(row.sent) },
]

async function show(
  context: CommandContext,
  name: string,
  html: string | undefined,
): Promise<void> {
  const letter = previewOf(context, findLetter(name))
  if (html === undefined) {
    return await context.terminal.write(
      printableLines(`Subject: ${letter.subject}\n\n${letter.text}`),
    )
  }
  const file = context.pathOf(html)
  try {
    writeFileSync(file, letter.html)
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${(error as Error).message}`)
  }
  await context.terminal.write(`Wrote ${file}.\n`)
}

async function stop(
  context: CommandContext,
  name: string,
  yes: boolean | undefined,
): Promise<void> {
  await context.withDatabase(async ({ db }) => {
    const { queued } = await mustBeSent(db, name)
    if (queued === 0) throw new Failure(`Nothing of ${name} is left to take back.`)
    await context.terminal.confirm(`Take ${name} back from ${queued} who have not got it?`, yes)
    const stopped = await stopLetter(db, name, context.clock())
    await context.terminal.write(`Stopped: ${stopped} will not get it.\n`)
  })
}

async function resolve(
  context: CommandContext,
  name: string,
  options: ResolveOptions,
): Promise<void> {
  const { terminal, clock } = context
  if (Boolean(options.resend) === Boolean(options.accept)) {
    throw new WrongUsage('choose one of --resend and --accept')
  }
  await context.withDatabase(async ({ db }) => {
    const { in_doubt: doubts } = await mustBeSent(db, name)
    if (doubts === 0) return await terminal.write('Nothing is in doubt.\n')
    await terminal.confirm(
      options.resend
        ? `Queue ${doubts} in doubt again? Some of them may get the letter twice.`
        : `Take ${doubts} in doubt for sent? Some of them may never have got the letter.`,
      options.yes,
    )
    const resolved = await resolveDoubts(db, name, options.resend ? 'resend' : 'accept', clock())
    await terminal.write(`${resolved} ${options.resend ? 'queued again' : 'taken for sent'}.\n`)
  })
}

const sendExamples = `
This fixes the text and the audience, and returns; the running server sends it. Any number of servers may
be stopped or killed meanwhile: nobody gets the letter twice, and nobody after unsubscribing. A letter is
sent once: to write again, write another file.

Examples:
  npm run admin -- letters send launch --dry-run
  npm run admin -- letters test launch --to me@example.com
  npm run admin -- letters send launch --at 2026-03-31T09:00+02:00`

const statusExamples = `
\`mail list --letter NAME\` names those whom it did not reach; \`mail retry --letter NAME\` tries them again.

Examples:
  npm run admin -- letters status launch
  npm run --silent admin -- letters status launch --json | jq .in_doubt`

const resolveExamples = `
A mail is in doubt when the connection broke, or the process died, after it was handed over and before the
mail server confirmed it.

Examples:
  npm run admin -- letters resolve launch --accept`
