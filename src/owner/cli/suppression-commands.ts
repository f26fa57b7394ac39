import type { Command } from 'commander'
import { pipedAdmin } from '#admin-command.ts'
import { periodWords } from '#content/periods.ts'
import { parseCsv } from '../csv.ts'
import { parseEmailAddress } from '#email-address.ts'
import { listSuppressions, suppress } from '#mail/suppressions.ts'
import { allowMail } from '../actions.ts'
import { storedReasons } from '#stored-reasons.ts'
import { readTextFile, UserError } from '#user-error.ts'
import { printable, shortInstant } from '../printable.ts'
import type { CommandContext } from './command-context.ts'
import { addEmail } from './argument-parsers.ts'
import { addListing } from './listing.ts'

export function addSuppressions(program: Command, context: CommandContext) {
  const { terminal, clock } = context
  const command = program.command('suppressions').description('addresses that get no mail')
  addListing(context, command, {
    description: 'each address, with the reason and date',
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
    .argument(
      '<source...>',
      'a file with one address per line or CSV, - for standard input, or addresses',
    )
    .addHelpText('after', aboutImports)
    .action(async (sources: string[]) => {
      const { addresses, duplicates, invalid } = readAddresses(await readSources(context, sources))
      if (addresses.length === 0)
        throw new UserError(`There is no email address in ${printable(sources.join(', '))}.`)
      const { db } = await context.database()
      const added = await db
        .transaction()
        .execute((trx) => suppress(trx, addresses, imported, clock()))
      const known = addresses.length - added
      await terminal.print(
        `${added} added, ${known} already there, ${duplicates} duplicates, ${invalid.length} invalid.`,
      )
      for (const { line, text } of invalid.slice(0, 20)) {
        terminal.note(`line ${line}: ${printable(text.slice(0, maxShown))}`)
      }
    })
  addEmail(command.command('remove'))
    .description('allow mail to an address again')
    .action(async (key: string) => {
      const { db } = await context.database()
      await terminal.print(await allowMail(db, key))
    })
}

/** Addresses themselves, or the text of one file or of standard input. */
async function readSources(context: CommandContext, sources: string[]): Promise<string> {
  const [source = '-', ...more] = sources
  if (sources.every((given) => parseEmailAddress(given))) return sources.join('\n')
  if (more.length > 0) throw new UserError('Give one file, or -, or only email addresses.')
  if (source === '-') return await context.terminal.readInput()
  const file = context.pathOf(source)
  try {
    return readTextFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    const command = `${pipedAdmin(context.adminCommand)} suppressions import - < ${file}`
    throw new UserError(`${file} can't be read by the user who runs this command. Try: ${command}`)
  }
}

const maxShown = 200

const imported = { cause: 'owner', reason: storedReasons.imported } as const

/** Reads the column titled as addresses, the fullest if there are several. Without such a title it reads every cell. */
function readAddresses(text: string) {
  // The first separator is the file's: other ones may occur inside a cell.
  const [separator = ','] = /[,;\t]/.exec(text.replaceAll(/"[^"]*"/g, '')) ?? []
  const [first, ...below] = parseCsv(text, [separator])
  const titles = first?.cells.some((cell) => cell.includes('@')) ? [] : (first?.cells ?? [])
  const titled = [...titles.keys()].filter((column) => isAddressTitle(titles[column]!))
  const rows = titled.length > 0 ? below : parseCsv(text, [',', ';', '\t'])
  const column = fullestColumn(titled, rows)
  const keys: string[] = []
  const invalid: { line: number; text: string }[] = []
  for (const { line, cells } of rows) {
    const candidates = column === undefined ? cells : [cells[column]]
    const found = candidates.flatMap((cell) => emailKeyIn(cell) ?? [])
    if (found.length === 0) invalid.push({ line, text: cells[column ?? 0] ?? '' })
    keys.push(...found)
  }
  const addresses = [...new Set(keys)]
  return { addresses, duplicates: keys.length - addresses.length, invalid }
}

/** Visits each cell once: with thousands of columns, looking up each column in each row takes too long. */
function fullestColumn(titled: number[], rows: { cells: string[] }[]): number | undefined {
  const filled = new Map(titled.map((column) => [column, 0]))
  for (const { cells } of rows) {
    for (const [column, cell] of cells.entries()) {
      const count = filled.get(column)
      if (count !== undefined && emailKeyIn(cell)) filled.set(column, count + 1)
    }
  }
  return titled.toSorted((a, b) => filled.get(b)! - filled.get(a)!)[0]
}

function isAddressTitle(title: string): boolean {
  const isAddress = /^to$|e-?mail|address|recipient/i.test(title)
  return isAddress && !/from|sender|reply|return/i.test(title)
}

/** Accepts an address with a name, too: Ada <ada@example.com>. */
function emailKeyIn(cell = ''): string | undefined {
  // Not a regular expression: a cell full of "<" would take quadratic time.
  const start = cell.endsWith('>') ? cell.lastIndexOf('<') + 1 : 0
  return parseEmailAddress(start > 0 ? cell.slice(start, -1) : cell)?.key
}

const aboutImports = `
Addresses on the list get no letters and no other mail from the site until you remove them, for at most ${periodWords('en', 'suppressionMonths')}.`
