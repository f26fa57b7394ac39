import { Command, Option } from 'commander'
import { listMail, countMail, type ListedMail, type MailFilter } from '#mail/list-mail.ts'
import { pauseMail, reasonsForPause, resumeMail } from '#mail/mail-pause.ts'
import { findMail, retryMail, retryOne } from '#mail/retry-mail.ts'
import type { CommandContext } from './command-context.ts'
import { exampleOf } from './example-of.ts'
import { Failure } from './failure.ts'
import { addListingOptions, printListing, type ListingOptions } from './listing.ts'
import { printable } from './printable.ts'
import { shortInstant } from './subscribers.ts'

export function mailCommand(context: CommandContext): Command {
  const command = new Command('mail').description('mail that waits, failed or was sent')
  addListingOptions(command.command('list'))
    .description('what waits and what failed, and why')
    .addOption(
      new Option('--status <status>', 'only these (default: all but sent)').choices([
        'queued',
        'sending',
        'sent',
        'failed',
        'in_doubt',
        'skipped',
      ]),
    )
    .option('--letter <name>', 'the mails of this letter (default: all but letters)')
    .addHelpText('after', listExamples)
    .action((options: MailFilter & ListingOptions) => list(context, options))
  command
    .command('retry')
    .description('send again what failed, and at once what waits for another try')
    .argument('[id]', 'one mail only; also lifts the block on an address that a server refused')
    .option('--letter <name>', 'the mails of this letter (default: all but letters)')
    .addHelpText('after', retryExamples)
    .action((id: string | undefined, options: { letter?: string }) =>
      retry(context, id, options.letter),
    )
  command
    .command('pause')
    .description('hold all mail back until `mail resume`')
    .action(() =>
      context.withDatabase(async ({ db }) => {
        await pauseMail(db, 'The owner holds it back.', context.clock())
        await context.terminal.write('All mail waits until `mail resume`.\n')
      }),
    )
  command
    .command('resume')
    .description(
      'let mail go out again, after `mail pause`, `restore`, or a server that refused it',
    )
    .addHelpText('after', exampleOf('mail resume'))
    .action(() =>
      context.withDatabase(async ({ db }) => {
        await resumeMail(db)
        await context.terminal.write('Mail goes out again.\n')
      }),
    )
  return command
}

async function list(context: CommandContext, options: MailFilter & ListingOptions): Promise<void> {
  await printListing<ListedMail>(context, options, {
    rows: (db, limit) =>
      listMail(db, context.config.database.kind, context.mailWriters, options, limit),
    count: (db) => countMail(db, options),
    columns: [
      { title: 'id', cell: (row) => (row.letter === null ? row.id.slice(0, 8) : row.id) },
      { title: 'status', cell: (row) => row.status },
      { title: 'kind', cell: (row) => row.kind },
      { title: 'to', cell: (row) => row.to ?? '(nobody any more)', shrinks: true },
      { title: 'tries', cell: (row) => String(row.attempts) },
      {
        title: 'next try',
        cell: (row) => (row.status === 'queued' ? shortInstant(row.dueAt) : ''),
      },
      { title: 'last error', cell: (row) => row.lastError ?? '', shrinks: true },
    ],
    none: 'No mail to show.',
  })
  if (options.json) return
  await context.withDatabase(async ({ db }) => {
    for (const { cause, reason } of await reasonsForPause(db)) {
      const held = ['owner', 'server'].includes(cause) ? 'All mail' : cause
      context.terminal.note(
        `${held} is held back: ${printable(reason)} \`mail resume\` lets it go.`,
      )
    }
  })
}

async function retry(
  context: CommandContext,
  id: string | undefined,
  letter: string | undefined,
): Promise<void> {
  const { terminal, clock } = context
  await context.withDatabase(async (database) => {
    if (id === undefined) {
      const retried = await retryMail(database.db, letter ?? null, clock())
      await terminal.write(
        retried === 0 ? 'Nothing to try again.\n' : `${retried} to be tried again now.\n`,
      )
    } else {
      const [mail, another] = await findMail(database.db, id)
      if (!mail) {
        throw new Failure(
          `No mail that could be tried again has an id that starts with ${printable(id)}.`,
        )
      }
      if (another) {
        throw new Failure(
          `Several mails have an id that starts with ${printable(id)}: give more of it.`,
        )
      }
      await retryOne(database, context.mailWriters, mail, clock())
      await terminal.write('1 to be tried again now.\n')
    }
    if (context.config.smtpUrl === undefined) terminal.note('SMTP_URL is not set, so it waits on.')
  })
}

const listExamples = `
Examples:
  npm run admin -- mail list
  npm run admin -- mail list --status failed
  npm run --silent admin -- mail list --json`

const retryExamples = `
The running server sends it; this command only puts it back in line.

Examples:
  npm run admin -- mail retry
  npm run admin -- mail retry 3f2a91c0
  npm run admin -- mail retry --letter launch`
