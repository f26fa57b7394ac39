import { Option, type Command } from 'commander'
import { mailStatuses } from '#database/schema.ts'
import {
  isMailStuck,
  listMail,
  maxWaitMinutes,
  readOutboxState,
  secondsWaited,
  toMailRows,
  type MailFilter,
} from '#mail/outbox.ts'
import { pauseAll, resumeAll, retryAll, retryById, withoutServer } from '../actions.ts'
import { UserError } from '#user-error.ts'
import type { CommandContext } from './command-context.ts'
import { printPauses } from './letters-status.ts'
import { addListing, shortId } from './listing.ts'
import { duration, shortInstant } from '../printable.ts'

export function addMail(program: Command, context: CommandContext) {
  const command = program.command('mail').description('queued, failed and sent mail')
  const status = new Option('--status <status>', 'only these (default: all but sent)')
  addListing(context, command, {
    description: 'queued and failed mail, with the reason',
    query: listMail,
    addFilter: (list) =>
      list.addOption(status.choices(mailStatuses)).option('--letter <name>', ofLetter),
    describe: async (rows) => toMailRows((await context.database()).db, context.mailKinds, rows),
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
    .argument('[id]', 'one email only; also lifts a bounce of its address')
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
      await context.terminal.print(await pauseAll(db, context.clock()))
    })
  command
    .command('resume')
    .description('resume sending after `mail pause`, `restore` or a refusal by the server')
    .action(async () => {
      const { db } = await context.database()
      await context.terminal.print(await resumeAll(db, context.config.smtpUrl))
    })
  command
    .command('check')
    .description(
      `fail (exit code 1) if none of the waiting mail was sent for ${maxWaitMinutes} minutes; for a timer`,
    )
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

async function retry(context: CommandContext, id?: string, letter: string | null = null) {
  const { terminal, clock } = context
  const { db } = await context.database()
  await terminal.print(
    id === undefined
      ? await retryAll(db, letter, clock())
      : await retryById(db, context.mailKinds, id, clock()),
  )
  await printPauses(context, db)
  if (context.config.smtpUrl === undefined) terminal.note(withoutServer)
}

const aboutRetries = `
The running server sends the mail; this command only queues it.`

const aboutChecks = `
Letters don't count: they may take hours. For a timer that calls a URL of yours when this command fails. /readyz
answers 503 in the same case.`
