import { Option, type Command } from 'commander'
import { findMessages, listMessages } from '#messages/list-messages.ts'
import type { CommandContext } from './command-context.ts'
import { addListing, onlyOne, shortId } from './listing.ts'
import { addDateRange } from './argument-parsers.ts'
import { printable, printableLines } from './printable.ts'
import { shortInstant, zonedInstant } from './short-instant.ts'

export function addMessages(program: Command, context: CommandContext) {
  const { terminal } = context
  const command = program.command('messages').description('what came in through the contact form')
  const ofStatus = new Option(
    '--status <status>',
    'quarantined: what came with a filled trap field',
  )
  ofStatus.choices(['received', 'quarantined']).default('received')
  addListing(context, command, {
    description: 'the newest messages',
    query: listMessages,
    addFilter: (list) => addDateRange(list).addOption(ofStatus),
    columns: {
      id: ({ id }) => shortId(id),
      received: ({ receivedAt }) => shortInstant(receivedAt),
      name: ({ name }) => name,
      email: ({ email }) => email,
      message: ({ message }) => message.slice(0, 200),
    },
    fields: ['id', 'name', 'email', 'message', 'receivedAt', 'status'],
  })
  command
    .command('show')
    .description('one message in full')
    .argument('<id>', 'the id, or its beginning as far as it is unique')
    .option('--json', 'as an object, for scripts')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const { db } = await context.database()
      const row = onlyOne('message', id, await findMessages(db, id))
      if (json) return await terminal.printJson(row)
      const head = {
        Id: row.id,
        Received: zonedInstant(row.receivedAt),
        From: `${row.name} <${row.email}>`,
        ...(row.status === 'quarantined' && { Status: 'quarantined: the trap field was filled' }),
      }
      const lines = Object.entries(head).map(
        ([title, text]) => `${terminal.paint('bold', `${title}:`.padEnd(10))} ${printable(text)}`,
      )
      await terminal.print(...lines, '', printableLines(row.message))
    })
}
