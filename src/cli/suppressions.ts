import type { Command } from 'commander'
import { periodWords } from '#content/periods.ts'
import { parseEmailAddress } from '#email-address.ts'
import { liftSuppression, listSuppressions, suppress, suppressionsOf } from '#mail/suppressions.ts'
import { readTextFile, UserError } from '#user-error.ts'
import type { CommandContext } from './command-context.ts'
import { addEmail } from './argument-parsers.ts'
import { addListing } from './listing.ts'
import { printable } from './printable.ts'
import { shortInstant } from './short-instant.ts'

export function addSuppressions(program: Command, context: CommandContext) {
  const { pathOf, terminal, clock } = context
  const command = program.command('suppressions').description('addresses that get no mail')
  addListing(context, command, {
    description: 'who, why and since when',
    query: listSuppressions,
    columns: {
      email: ({ email }) => email,
      since: ({ since }) => shortInstant(since),
      cause: ({ cause }) => cause,
      reason: ({ reason }) => reason,
    },
  })
  command
    .command('import')
    .description("add a mail provider's list of bounces and complaints")
    .argument('<file>', 'addresses, one a line, or CSV with a column named like one', pathOf)
    .addHelpText('after', aboutImports)
    .action(async (file: string) => {
      const { addresses, duplicates, junk } = readAddresses(readTextFile(file))
      if (addresses.length === 0) throw new UserError(`There is no email address in ${file}.`)
      const { db } = await context.database()
      // All or nothing.
      const added = await db
        .transaction()
        .execute((trx) => suppress(trx, addresses, imported, clock()))
      const known = addresses.length - added
      await terminal.print(
        `${added} added, ${known} were there before, ${duplicates} stood twice, ${junk.length} were no address.`,
      )
      for (const { number, text } of junk.slice(0, 20)) {
        terminal.note(`line ${number}: ${printable(text)}`)
      }
    })
  addEmail(command.command('remove'))
    .description('let mail through to an address again')
    .action(async (key: string) => {
      const { db } = await context.database()
      const isLifted = await liftSuppression(db, key)
      const isTheirWish = (await suppressionsOf(db, [key])).size > 0
      if (isTheirWish) throw new UserError(`${key} asked for no more email: see docs/privacy.md.`)
      if (!isLifted) throw new UserError(`${key} is not suppressed.`)
      await terminal.print(`${key} gets mail again.`)
    })
}

const imported = { cause: 'owner', reason: 'imported by the owner' } as const

/** Of the columns whose title speaks of an address the one that holds most; without titles, every cell. */
function readAddresses(text: string) {
  // As mail programs write it: Ada <ada@example.com>.
  const keyOf = (cell = '') => parseEmailAddress(cell.replace(/^.*<(.+)>$/, '$1'))?.key
  // What separates the titles separates the cells: the others stand in reasons.
  const [separator = ','] = /[,;\t]/.exec(text.replaceAll(/"[^"]*"/g, '')) ?? []
  const [first, ...below] = rowsOf(text, separator)
  const titles = first?.cells.some((cell) => cell.includes('@')) ? [] : (first?.cells ?? [])
  const isAddress = (title: string) =>
    /^to$|e-?mail|address|recipient/i.test(title) && !/from|sender|reply|return/i.test(title)
  const titled = [...titles.keys()].filter((column) => isAddress(titles[column]!))
  const rows = titled.length > 0 ? below : rowsOf(text, ',;\t')
  const held = (column: number) => rows.filter(({ cells }) => keyOf(cells[column])).length
  const [column] = titled.toSorted((a, b) => held(b) - held(a))
  const keys: string[] = []
  const junk: { number: number; text: string }[] = []
  for (const { number, cells } of rows) {
    const looked = column === undefined ? cells : [cells[column]]
    const found = looked.flatMap((cell) => keyOf(cell) ?? [])
    if (found.length === 0) junk.push({ number, text: cells[column ?? 0] ?? '' })
    keys.push(...found)
  }
  const addresses = [...new Set(keys)]
  return { addresses, duplicates: keys.length - addresses.length, junk }
}

/** What is in quotation marks may go on in the next line. */
function rowsOf(text: string, separators: string) {
  const one = `[^${separators}\r\n]*`
  const cell = new RegExp(` *(?:"((?:[^"]|"")*)" *|(${one}))([${separators}]|\r\n?|\n|$)`, 'gy')
  const rows = [{ number: 1, cells: [] as string[] }]
  let number = 1
  for (const [whole, quoted, plain = '', end = ''] of text.matchAll(cell)) {
    rows.at(-1)!.cells.push((quoted ?? plain).trim())
    number += whole.split(/\r\n?|\n/).length - 1
    if (/[\r\n]/.test(end)) rows.push({ number, cells: [] })
  }
  return rows.filter(({ cells }) => cells.some(Boolean))
}

const aboutImports = `
The site sends no letter and no other mail to these addresses until you remove them, for ${periodWords('suppressionMonths')} at most.`
