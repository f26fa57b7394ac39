import { Command, Option } from 'commander'
import {
  countMessages,
  findMessages,
  listMessages,
  type ListedMessage,
  type MessageFilter,
} from '#messages/list-messages.ts'
import type { CommandContext } from './command-context.ts'
import { Failure } from './failure.ts'
import { addListingOptions, exportRows, printListing, type ListingOptions } from './listing.ts'
import { addPeriodOptions } from './period.ts'
import { printable, printableLines } from './printable.ts'
import { shortInstant } from './subscribers.ts'

export function messagesCommand(context: CommandContext): Command {
  const command = new Command('messages').description('what came in through the contact form')
  addListingOptions(addFilterOptions(command.command('list')))
    .description('the newest messages')
    .addHelpText('after', listExamples)
    .action((options: MessageFilter & ListingOptions) =>
      printListing<ListedMessage>(context, options, {
        rows: (db, limit) => listMessages(db, options, limit),
        count: (db) => countMessages(db, options),
        columns: [
          { title: 'id', cell: (row) => row.id.slice(0, 8) },
          { title: 'received', cell: (row) => shortInstant(row.receivedAt) },
          { title: 'name', cell: (row) => row.name, shrinks: true },
          { title: 'email', cell: (row) => row.email, shrinks: true },
          { title: 'message', cell: (row) => row.message.slice(0, 200), shrinks: true },
        ],
        none: 'No messages to show.',
      }),
    )
  command
    .command('show')
    .description('one message in full')
    .argument('<id>', 'the id, or its beginning as far as it is unique')
    .option('--json', 'as an object, for scripts')
    .addHelpText('after', showExamples)
    .action((id: string, options: { json?: boolean }) => show(context, id, options.json))
  addFilterOptions(command.command('export'))
    .description('all of them, as a file for other programs, to standard output')
    .addOption(
      new Option('--format <format>', 'csv or json').choices(['csv', 'json']).default('csv'),
    )
    .addHelpText('after', exportExamples)
    .action((options: MessageFilter & { format: 'csv' | 'json' }) =>
      exportRows(
        context,
        options.format,
        ['id', 'name', 'email', 'message', 'receivedAt', 'status'],
        (db) => listMessages(db, options),
      ),
    )
  return command
}

async function show(context: CommandContext, id: string, json = false): Promise<void> {
  const { terminal } = context
  await context.withDatabase(async ({ db }) => {
    const found = await findMessages(db, id)
    const [row] = found
    if (!row) throw new Failure(`No message has an id that starts with ${printable(id)}.`)
    if (found.length > 1) throw new Failure(`Several messages start with ${id}: give more of it.`)
    if (json) return await terminal.write(`${JSON.stringify(row)}\n`)
    const head = [
      ['Id', row.id],
      ['Received', `${shortInstant(row.receivedAt)}${process.stdout.isTTY ? '' : ' UTC'}`],
      ['From', `${row.name} <${row.email}>`],
      ...(row.status === 'quarantined'
        ? [['Status', 'quarantined: the trap field was filled']]
        : []),
    ]
    for (const [title = '', text = ''] of head) {
      await terminal.write(`${terminal.paint('bold', `${title}:`.padEnd(10))} ${printable(text)}\n`)
    }
    await terminal.write(`\n${printableLines(row.message)}\n`)
  })
}

function addFilterOptions(command: Command): Command {
  return addPeriodOptions(
    command.addOption(
      new Option('--status <status>', 'quarantined: what came with a filled trap field')
        .choices(['received', 'quarantined'])
        .default('received'),
    ),
  )
}

const listExamples = `
Examples:
  npm run admin -- messages list
  npm run admin -- messages list --since 2026-03-01 --until 2026-03-31
  npm run admin -- messages list --status quarantined`

const showExamples = `
Examples:
  npm run admin -- messages show 3f2a91c0`

const exportExamples = `
Examples:
  npm run --silent admin -- messages export > messages.csv
  npm run --silent admin -- messages export --format json --since 2026-03-01`
