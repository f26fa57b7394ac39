import { Option, type Command } from 'commander'
import type { Db } from '#database/schema.ts'
import { allLanguages } from '#language.ts'
import { findSubscriber, listSubscribers, subscriberFields } from '#subscribers/list-subscribers.ts'
import { addNoMail, countSuppressed } from '../no-mail.ts'
import type { CommandContext } from './command-context.ts'
import { addDateRange, addEmail } from './argument-parsers.ts'
import { UserError } from '#user-error.ts'
import { addListing } from './listing.ts'
import { removeSubscriber, unsubscribePerson } from '../actions.ts'
import { shortInstant } from '../printable.ts'

export function addSubscribers(program: Command, context: CommandContext) {
  const command = program.command('subscribers').description('newsletter signups')
  const ofStatus = new Option('--status <status>', 'only with this status')
  ofStatus.choices(['pending', 'confirmed', 'unsubscribed'])
  const inLanguage = new Option('--language <language>', 'only in this language')
  inLanguage.choices(allLanguages)
  addListing(context, command, {
    description: 'the newest signups',
    query: listSubscribers,
    describe: async (rows) => addNoMail((await context.database()).db, rows, context.clock()),
    addFilter: (list) => addDateRange(list).addOption(ofStatus).addOption(inLanguage),
    columns: {
      email: ({ email }) => email,
      status: ({ status }) => status,
      language: ({ language }) => language,
      asked: ({ askedAt }) => shortInstant(askedAt),
      confirmed: ({ confirmedAt }) => shortInstant(confirmedAt),
      'no mail': ({ noMail }) => noMail ?? '',
    },
    fields: subscriberFields,
    printNotes: (db) => noteSuppressed(context, db),
  })
  addEmail(command.command('unsubscribe'))
    .description('end a subscription for somebody who asked you to; the proof of consent stays')
    .action(async (key: string) => {
      const { db } = await context.database()
      const found = await findOrThrow(db, key)
      await context.terminal.print(await unsubscribePerson(db, found, context.clock()))
    })
  addEmail(command.command('remove'))
    .description("delete one signup, but not the person's messages (see `data erase`)")
    .option('--yes', 'skip the confirmation question')
    .action(async (key: string, { yes }: { yes?: boolean }) => {
      const { db } = await context.database()
      const found = await findOrThrow(db, key)
      const { email, status } = found
      await context.terminal.confirm(`Remove ${email} (${status})? You can't undo this.`, yes)
      await context.terminal.print(
        await removeSubscriber(db, found, context.secret, context.clock()),
      )
    })
}

async function findOrThrow(db: Db, key: string) {
  const found = await findSubscriber(db, key)
  if (!found) throw new UserError(`No subscriber has the address ${key}.`)
  return found
}

/** Warns owners who export the list: they must not write to these people with another program. */
export async function noteSuppressed({ terminal, clock }: CommandContext, db: Db) {
  const count = await countSuppressed(db, clock())
  if (count > 0) terminal.note(`Confirmed but suppressed, so they must not get mail: ${count}.`)
}
