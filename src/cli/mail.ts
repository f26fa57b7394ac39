import { Option, type Command } from 'commander'
import { mailStatuses } from '#database/schema.ts'
import { pauseMail, resumeMail } from '#mail/mail-pause.ts'
import {
  findMail,
  isMailStuck,
  listMail,
  maxWaitMinutes,
  readOutboxState,
  retryMail,
  retryOne,
  secondsWaited,
  toMailRows,
  type MailFilter,
} from '#mail/outbox.ts'
import { UserError } from '#user-error.ts'
import type { CommandContext } from './command-context.ts'
import { assertNotStopped, findSentLetter, printPauses } from './letters-status.ts'
import { addListing, onlyOne, shortId } from './listing.ts'
import { duration, shortInstant } from './printable.ts'

export function addMail(program: Command, context: CommandContext) {
  const command = program.command('mail').description('queued, failed and sent mail')
  const status = new Option('--status <status>', 'only these (default: all but sent)')
  addListing(context, command, {
    description: 'queued and failed mail, with the reason',
    query: listMail,
    addFilter: (list) =>
      list.addOption(status.choices(mailStatuses)).option('--letter <name>', ofLetter),
    describe: async (rows) => toMailRows((await context.database()).db, context.mailWriters, rows),
    columns: {
      id: ({ id, letter }) => (letter === null ? shortId(id) : id),
      status: (row) => row.status,
      kind: ({ kind }) => kind,
      to: ({ to }) => to ?? '(deleted)',
      attempts: ({ attempts }) => String(attempts),
      'next attempt': (row) => (row.status === 'queued' ? shortInstant(row.dueAt) : ''),
      'last error': ({ lastError }) => lastError ?? '',
    },
    printNotes: (db) => printPauses(context, db),
  })
  command
    .command('retry')
    .description('send failed mail again, and queued mail now')
    .argument('[id]', 'one mail only; also removes its address from the suppressions')
    .option('--letter <name>', ofLetter)
    .addHelpText('after', aboutRetries)
    .action((id: string | undefined, { letter }: MailFilter, acting: Command) => {
      if (id && letter) acting.error('error: give either an id or --letter, not both')
      return retry(context, id, letter)
    })
  command
    .command('pause')
    .description('pause all mail until `mail resume`')
    .action(async () => {
      const { db } = await context.database()
      await pauseMail(db, 'Paused by the owner.', context.clock())
      await context.terminal.print('All mail is paused until `mail resume`.')
    })
  command
    .command('resume')
    .description('send mail again after `mail pause`, `restore` or a refusal by the server')
    .action(async () => {
      const { db } = await context.database()
      await resumeMail(db)
      const isSent = context.config.smtpUrl !== undefined
      await context.terminal.print(isSent ? 'Mail goes out again.' : withoutServer)
    })
  command
    .command('check')
    .description(`fail (exit code 1) if mail has waited for ${maxWaitMinutes} minutes; for a timer`)
    .addHelpText('after', aboutChecks)
    .action(() => checkWaiting(context))
}

async function checkWaiting(context: CommandContext) {
  const { db } = await context.database()
  const now = context.clock()
  const state = await readOutboxState(db)
  const { waiting, oldestAt } = state
  if (!isMailStuck(state, now)) return await context.terminal.print(`Mail: ok, ${waiting} waiting.`)
  await printPauses(context, db)
  if (context.config.smtpUrl === undefined) context.terminal.note(withoutServer)
  const oldest = duration(secondsWaited(oldestAt, now))
  throw new UserError(
    `Mail is stuck: ${waiting} waiting, the oldest for ${oldest}. \`mail list\` shows why.`,
  )
}

const ofLetter = 'only mail of this letter (default: all but letters)'

async function retry(context: CommandContext, id?: string, letter?: string) {
  const { terminal, clock } = context
  const { db } = await context.database()
  const mail =
    id === undefined ? undefined : onlyOne('failed or queued mail', id, await findMail(db, id))
  const name = mail ? mail.letter : (letter ?? null)
  if (name !== null) assertNotStopped(await findSentLetter(db, name))
  if (mail) await retryOne(db, context.mailWriters, mail, clock())
  const retried = mail ? 1 : await retryMail(db, name, clock())
  await terminal.print(retried === 0 ? 'Nothing to retry.' : `Queued again: ${retried}.`)
  await printPauses(context, db)
  if (context.config.smtpUrl === undefined) terminal.note(withoutServer)
}

const withoutServer = 'SMTP_URL is not set, so mail waits in the outbox.'

const aboutRetries = `
The running server sends the mail; this command only queues it.`

const aboutChecks = `
Letters don't count: they may take hours. docs/deploy.md has a systemd timer that runs this command and calls a
URL of yours when it fails. /readyz answers 503 in the same case.`
