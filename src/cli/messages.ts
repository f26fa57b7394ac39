import { Option, type Command } from 'commander'
import type { Db } from '#database/schema.ts'
import { findMessages, listMessages, markAnswered } from '#messages/list-messages.ts'
import { contactFields, isOneLine } from '#submission-fields.ts'
import type { ContactField, ContactValues } from '#submission-fields.ts'
import { UserError } from '#user-error.ts'
import type { CommandContext } from './command-context.ts'
import { addListing, onlyOne, shortId } from './listing.ts'
import { addMessagesRemove } from './messages-remove.ts'
import { addDateRange } from './argument-parsers.ts'
import { printable, printableLines, shortInstant, zonedInstant } from './printable.ts'

const oneLine = contactFields.filter(isOneLine)
const multiLine = contactFields.filter((field) => !isOneLine(field))

/** One-line fields are shown in full, so that an address can be copied. */
const cellOf = (field: ContactField) => (row: ContactValues) =>
  isOneLine(field) ? row[field.name] : row[field.name].slice(0, 200)

export function addMessages(program: Command, context: CommandContext) {
  const { terminal } = context
  const command = program.command('messages').description('messages from the contact form')
  const ofStatus = new Option('--status <status>', 'quarantined: the trap field was filled in')
  ofStatus.choices(['received', 'quarantined']).default('received')
  const open = new Option('--open', 'only those not marked as done').conflicts('status')
  addListing(context, command, {
    description: 'the newest messages',
    query: listMessages,
    addFilter: (list) => addDateRange(list).addOption(ofStatus).addOption(open),
    columns: {
      id: ({ id }) => shortId(id),
      received: ({ receivedAt }) => shortInstant(receivedAt),
      done: ({ answeredAt }) => shortInstant(answeredAt),
      ...Object.fromEntries(contactFields.map((field) => [field.name, cellOf(field)])),
    },
    fields: ['id', ...contactFields.map(({ name }) => name), 'receivedAt', 'status', 'answeredAt'],
  })
  command
    .command('show')
    .description('one message in full')
    .argument('<id>', 'the id, or enough of its start to be unique')
    .option('--json', 'as an object, for scripts')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const { db } = await context.database()
      const row = onlyOne('message', id, await findMessages(db, id))
      if (json) return await terminal.printJson(row)
      const head = {
        Id: row.id,
        Received: zonedInstant(row.receivedAt),
        ...Object.fromEntries(oneLine.map(({ words, name }) => [words.en.label, row[name]])),
        ...(row.status === 'quarantined' && {
          Status: 'quarantined: the trap field was filled in',
        }),
        ...(row.answeredAt !== null && { Done: zonedInstant(row.answeredAt) }),
      }
      const filledIn = Object.entries(head).filter(([, text]) => text !== '')
      const lines = filledIn.map(
        ([title, text]) => `${terminal.paint('bold', `${title}:`.padEnd(10))} ${printable(text)}`,
      )
      const texts = multiLine.flatMap(({ name }) => ['', printableLines(row[name])])
      await terminal.print(...lines, ...texts)
    })
  command
    .command('done')
    .description('mark messages as answered, so that nobody answers them again')
    .argument('<id...>', 'one or more ids, or enough of each to be unique')
    .option('--undo', 'mark them as open again')
    .action(async (starts: string[], { undo }: { undo?: boolean }) => {
      const { db } = await context.database()
      const ids = await idsOf(db, starts)
      const changed = await markAnswered(db, ids, undo ? null : context.clock().toISOString())
      const same = ids.length - changed
      const state = undo ? 'open' : 'done'
      const already = same === 0 ? '' : ` (${same} already ${same === 1 ? 'was' : 'were'})`
      await terminal.print(`Marked ${changed} as ${state}${already}.`)
    })
  addMessagesRemove(command, context)
}

async function idsOf(db: Db, starts: string[]): Promise<string[]> {
  const ids = new Set<string>()
  for (const start of starts) {
    const { id, status } = onlyOne('message', start, await findMessages(db, start))
    if (status === 'quarantined')
      throw new UserError(`${id} is in quarantine, so it can't be marked as answered.`)
    ids.add(id)
  }
  return [...ids]
}
