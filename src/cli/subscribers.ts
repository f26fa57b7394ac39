import { Command, Option } from 'commander'
import {
  countSubscribers,
  listSubscribers,
  type ListedSubscriber,
  type SubscriberFilter,
} from '#newsletter/list-subscribers.ts'
import { findSubscriber, removeSubscriber } from '#newsletter/remove-subscriber.ts'
import type { CommandContext } from './command-context.ts'
import { emailKeyOf } from './email-key-of.ts'
import { Failure } from './failure.ts'
import { addListingOptions, exportRows, printListing, type ListingOptions } from './listing.ts'
import { addPeriodOptions } from './period.ts'
import { printable } from './printable.ts'

export function subscribersCommand(context: CommandContext): Command {
  const command = new Command('subscribers').description('who signed up to the newsletter')
  addListingOptions(addFilterOptions(command.command('list')))
    .description('the newest signups')
    .addHelpText('after', listExamples)
    .action((options: SubscriberFilter & ListingOptions) =>
      printListing<ListedSubscriber>(context, options, {
        rows: (db, limit) => listSubscribers(db, options, limit),
        count: (db) => countSubscribers(db, options),
        columns: [
          { title: 'email', cell: (row) => row.email, shrinks: true },
          { title: 'status', cell: (row) => row.status },
          { title: 'asked', cell: (row) => shortInstant(row.askedAt) },
          { title: 'confirmed', cell: (row) => shortInstant(row.confirmedAt) },
        ],
        none: 'No subscribers to show.',
      }),
    )
  addFilterOptions(command.command('export'))
    .description('all of them, as a file for other programs, to standard output')
    .addOption(
      new Option('--format <format>', 'csv or json').choices(['csv', 'json']).default('csv'),
    )
    .addHelpText('after', exportExamples)
    .action((options: SubscriberFilter & { format: 'csv' | 'json' }) =>
      exportRows(
        context,
        options.format,
        ['id', 'email', 'status', 'askedAt', 'confirmedAt', 'unsubscribedAt'],
        (db) => listSubscribers(db, options),
      ),
    )
  command
    .command('remove')
    .description('forget one signup (not its messages: see `data erase`)')
    .argument('<email>', 'the address, in any case')
    .option('--yes', 'do not ask')
    .addHelpText('after', removeExamples)
    .action((email: string, options: { yes?: boolean }) => remove(context, email, options.yes))
  return command
}

async function remove(
  context: CommandContext,
  email: string,
  yes: boolean | undefined,
): Promise<void> {
  await context.withDatabase(async ({ db }) => {
    const found = await findSubscriber(db, emailKeyOf(email))
    if (!found) throw new Failure(`No subscriber has the address ${printable(email)}.`)
    await context.terminal.confirm(
      `Remove ${found.email} (${found.status})? This cannot be undone.`,
      yes,
    )
    await removeSubscriber(db, found.id)
    await context.terminal.write(`Removed ${found.email}.\n`)
  })
}

function addFilterOptions(command: Command): Command {
  return addPeriodOptions(
    command.addOption(
      new Option('--status <status>', 'only these').choices([
        'pending',
        'confirmed',
        'unsubscribed',
      ]),
    ),
  )
}

/** To the minute: in the owner's own zone on a terminal, in UTC where a file or a script reads it. */
export function shortInstant(instant: string | null): string {
  if (instant === null) return ''
  const timeZone = process.stdout.isTTY ? undefined : 'UTC'
  // Swedish writes dates as ISO 8601 does.
  return new Date(instant).toLocaleString('sv', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
}

const listExamples = `
Examples:
  npm run admin -- subscribers list
  npm run admin -- subscribers list --status confirmed --since 2026-03-01
  npm run --silent admin -- subscribers list --json | jq length`

const exportExamples = `
Examples:
  npm run --silent admin -- subscribers export > subscribers.csv
  npm run --silent admin -- subscribers export --format json --status confirmed > confirmed.json`

const removeExamples = `
Examples:
  npm run admin -- subscribers remove ada@example.com
  npm run admin -- subscribers remove ada@example.com --yes`
