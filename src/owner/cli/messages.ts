import { Option, type Command } from 'commander'
import { findMessages, listMessages } from '#messages/list-messages.ts'
import { countMessages } from '#messages/remove-messages.ts'
import { contactFields, isOneLine } from '#submission-fields.ts'
import type { ContactField, ContactValues } from '#submission-fields.ts'
import { deleteMessages, markMessages, onlyOne } from '../actions.ts'
import type { CommandContext } from './command-context.ts'
import { addListing, shortId } from './listing.ts'
import { addDateRange, emailAddress } from './argument-parsers.ts'
import { printable, printableLines, shortInstant, zonedInstant } from '../printable.ts'
import { UserError } from '#user-error.ts'

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
      const answeredAt = undo ? null : context.clock().toISOString()
      await terminal.print(await markMessages(db, starts, answeredAt))
    })
  addRemove(command, context)
}

interface RemoveOptions {
  from?: string
  since?: string
  until?: string
  yes?: boolean
}

/** Adds `messages remove`, by ids or by a filter, for example after a flood of spam. */
function addRemove(messages: Command, context: CommandContext) {
  const { terminal } = context
  const command = messages.command('remove')
  addDateRange(command)
    .description('delete messages, including those in quarantine')
    .argument('[id...]', 'one or more ids, or enough of each to be unique')
    .option('--from <email>', 'all from this address', (text) => emailAddress(text).key)
    .option('--yes', 'skip the confirmation question')
    .addHelpText('after', aboutRemoval)
    .action(async (starts: string[], { yes, ...filter }: RemoveOptions) => {
      const hasFilter = Object.keys(filter).length > 0
      if (hasFilter === starts.length > 0) {
        command.error('error: give either ids, or --from, --since or --until')
      }
      const { db } = await context.database()
      const ids = []
      for (const start of starts) {
        ids.push(onlyOne('message', start, await findMessages(db, start)).id)
      }
      const selection = hasFilter ? filter : { ids }
      const count = await countMessages(db, selection)
      if (count === 0) throw new UserError('No message matches.')
      const noun = count === 1 ? 'message' : 'messages'
      await terminal.confirm(`Delete ${count} ${noun}? You can't undo this.`, yes)
      await terminal.print(await deleteMessages(db, selection))
    })
}

const aboutRemoval = `
Mail about a deleted message is no longer sent. Copies in your own mailbox stay. An SQLite file doesn't shrink, but new
rows take the freed space before it grows again. For everything held about a person, use \`data erase\`.`
