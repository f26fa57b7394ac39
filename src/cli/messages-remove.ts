import type { Command } from 'commander'
import { findMessages } from '#messages/list-messages.ts'
import { countMessages, removeMessages } from '#messages/remove-messages.ts'
import { UserError } from '#user-error.ts'
import { addDateRange, emailAddress } from './argument-parsers.ts'
import type { CommandContext } from './command-context.ts'
import { onlyOne } from './listing.ts'

interface RemoveOptions {
  from?: string
  since?: string
  until?: string
  yes?: boolean
}

/** Adds `messages remove`, by ids or by a filter, for example after a flood of spam. */
export function addMessagesRemove(messages: Command, context: CommandContext) {
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
      await terminal.print(`Deleted ${await removeMessages(db, selection)} ${noun}.`)
    })
}

const aboutRemoval = `
Mail about a deleted message is no longer sent. Copies in your own mailbox stay. An SQLite file doesn't shrink, but new
rows take the freed space before it grows again. For everything held about a person, use \`data erase\`.`
