import { Command, Option } from 'commander'
import { listMail, countMail, type ListedMail, type MailFilter } from '#mail/list-mail.ts'
import { pauseMail, reasonForPause, resumeMail } from '#mail/mail-pause.ts'
import { retryMail } from '#mail/retry-mail.ts'
import type { Desk } from './desk.ts'
import { Failure } from './failure.ts'
import { addListingOptions, printListing, type ListingOptions } from './listing.ts'
import { printable } from './printable.ts'
import { shortInstant } from './subscribers.ts'

export function mailCommand(desk: Desk): Command {
  const command = new Command('mail').description('mail that waits, failed or was sent')
  addListingOptions(command.command('list'))
    .description('what waits and what failed, and why')
    .addOption(
      new Option('--status <status>', 'only these (default: all but sent)').choices([
        'waiting',
        'sending',
        'sent',
        'failed',
        'suppressed',
      ]),
    )
    .addHelpText('after', listExamples)
    .action((options: MailFilter & ListingOptions) => list(desk, options))
  command
    .command('retry')
    .description('send again what failed, and at once what waits for another try')
    .argument('[id]', 'one mail only; also lifts the block on an address that a server refused')
    .addHelpText('after', retryExamples)
    .action((id: string | undefined) => retry(desk, id))
  command
    .command('pause')
    .description('hold all mail back until `mail resume`')
    .action(() =>
      desk.withDatabase(async ({ db }) => {
        await pauseMail(db, 'The owner holds it back.', desk.clock())
        await desk.terminal.write('All mail waits until `mail resume`.\n')
      }),
    )
  command
    .command('resume')
    .description('let mail go out again, after `mail pause` or `restore`')
    .action(() =>
      desk.withDatabase(async ({ db }) => {
        await resumeMail(db)
        await desk.terminal.write('Mail goes out again.\n')
      }),
    )
  return command
}

async function list(desk: Desk, options: MailFilter & ListingOptions): Promise<void> {
  await printListing<ListedMail>(desk, options, {
    rows: (db, limit) => listMail(db, options, limit),
    count: (db) => countMail(db, options),
    columns: [
      { title: 'id', cell: (row) => row.id.slice(0, 8) },
      { title: 'status', cell: (row) => row.status },
      { title: 'kind', cell: (row) => row.kind },
      { title: 'to', cell: (row) => row.to ?? '(forgotten)', yields: true },
      { title: 'tries', cell: (row) => String(row.attempts) },
      {
        title: 'next try',
        cell: (row) => (row.status === 'waiting' ? shortInstant(row.nextAttemptAt) : ''),
      },
      { title: 'last error', cell: (row) => row.lastError ?? '', yields: true },
    ],
    none: 'No mail to show.',
  })
  if (options.json) return
  await desk.withDatabase(async ({ db }) => {
    const reason = await reasonForPause(db)
    if (reason)
      desk.terminal.note(`All mail is held back: ${printable(reason)} \`mail resume\` lets it go.`)
  })
}

async function retry(desk: Desk, id: string | undefined): Promise<void> {
  await desk.withDatabase(async ({ db }) => {
    const retried = await retryMail(db, id, desk.clock())
    if (retried === 0 && id !== undefined) {
      throw new Failure(
        `No mail that could be tried again has an id that starts with ${printable(id)}.`,
      )
    }
    await desk.terminal.write(
      retried === 0 ? 'Nothing to try again.\n' : `${retried} to be tried again now.\n`,
    )
    if (desk.config.smtpUrl === undefined)
      desk.terminal.note('SMTP_URL is not set, so it waits on.')
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
  npm run admin -- mail retry 3f2a91c0`
