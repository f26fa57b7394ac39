import { InvalidArgumentError, Option, type Command } from 'commander'
import { countRows, readPages, type Rows } from '#database/read-pages.ts'
import type { Db } from '#database/schema.ts'
import { csvLine } from './csv.ts'
import type { CommandContext } from './command-context.ts'
import { createProgress } from './progress.ts'
import { table, type Columns } from './table.ts'
import type { Terminal } from './terminal.ts'

export interface Listing<Row extends object, Filter> {
  pages: (db: Db, filter: Filter, limit?: number) => AsyncIterable<Row[]>
  count: (db: Db, filter: Filter) => Promise<number>
  /** The options that say which rows. */
  addFilter?: (command: Command) => Command
  columns: Columns<Row>
  /** Said in place of an empty table. */
  none: string
  /** What else the owner should know. */
  remark?: (db: Db) => Promise<void>
}

/** Of what a query finds. */
export function listingOf<Stored extends object, Filter, Row extends object = Stored>(
  context: CommandContext,
  query: (db: Db, filter: Filter) => Rows<Stored>,
  view: Omit<Listing<Row, Filter>, 'pages' | 'count'> & {
    /** What a row says, where that is more than it holds. */
    describe?: (rows: Stored[]) => Promise<Row[]>
  },
): Listing<Row, Filter> {
  const { describe = async (rows: Stored[]) => rows as unknown as Row[] } = view
  return {
    ...view,
    async *pages(db, filter, limit) {
      const { kind } = context.config.database
      const some = query(db, filter).$if(limit !== undefined, (all) => all.limit(limit!))
      for await (const page of readPages({ db, kind }, some)) yield await describe(page)
    },
    count: (db, filter) => countRows(query(db, filter)),
  }
}

const tableRows = 50

/** The command `list`: the newest rows as a table, or all of them as JSON. */
export function addList<Row extends object, Filter>(
  context: CommandContext,
  parent: Command,
  { addFilter = (command) => command, ...listing }: Listing<Row, Filter>,
): Command {
  const { terminal } = context
  return addFilter(parent.command('list'))
    .option('--json', 'an array of objects, for scripts; all rows unless --limit is given')
    .option('--limit <n>', `how many rows (default: the newest ${tableRows})`, positiveNumber)
    .action((options: Filter & { json?: boolean; limit?: number }) =>
      context.snapshot(async (db) => {
        const { json, limit } = options
        if (json) return await writeEach(terminal, jsonArray(listing.pages(db, options, limit)))
        const rows = (await Array.fromAsync(listing.pages(db, options, limit ?? tableRows))).flat()
        if (rows.length === 0) terminal.note(listing.none)
        else {
          const [head = '', ...lines] = table(listing.columns, rows, terminal.columns)
          await terminal.print(terminal.paint('bold', head), ...lines)
          const left = (await listing.count(db, options)) - rows.length
          if (left > 0)
            terminal.note(`… and ${left} more (--limit ${rows.length + left} shows all)`)
        }
        await listing.remark?.(db)
      }),
    )
}

/** The command `export`: all rows as a file. Takes no more memory for a million rows than for a page. */
export function addExport<Row extends object, Filter>(
  context: CommandContext,
  parent: Command,
  { addFilter = (command) => command, ...listing }: Listing<Row, Filter>,
  fields: (keyof Row & string)[],
): Command {
  const { terminal } = context
  return addFilter(parent.command('export'))
    .description('all of them, as a file for other programs, to standard output')
    .addOption(
      new Option('--format <format>', 'csv or json').choices(['csv', 'json']).default('csv'),
    )
    .action((options: Filter & { format: 'csv' | 'json' }) =>
      context.snapshot(async (db) => {
        const count = () => listing.count(db, options)
        const all = counted(terminal, listing.pages(db, options), count)
        await writeEach(terminal, options.format === 'csv' ? csv(fields, all) : jsonArray(all))
        await listing.remark?.(db)
      }),
    )
}

/** On a terminal the rows themselves show how far it is. */
async function* counted<Row>(
  terminal: Terminal,
  pages: AsyncIterable<Row[]>,
  count: () => Promise<number>,
) {
  if (terminal.columns !== Infinity) return yield* pages
  const tell = createProgress(terminal)
  const total = await count()
  let done = 0
  for await (const page of pages) {
    yield page
    done += page.length
    tell(done, total)
  }
  terminal.clearLine()
}

async function* csv<Row extends object>(
  fields: (keyof Row & string)[],
  pages: AsyncIterable<Row[]>,
) {
  // Without this mark spreadsheets take è for two letters of another alphabet.
  yield `\ufeff${csvLine(fields)}`
  for await (const page of pages) {
    yield page.map((row) => csvLine(fields.map((field) => row[field] as string | null))).join('')
  }
}

async function* jsonArray(pages: AsyncIterable<object[]>) {
  let separator = '[\n'
  for await (const page of pages) {
    yield separator + page.map((row) => JSON.stringify(row)).join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function writeEach(terminal: Terminal, pieces: AsyncIterable<string>) {
  for await (const piece of pieces) {
    await terminal.write(piece)
    if (!terminal.isRead) return
  }
}

export function positiveNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.')
  return Number(text)
}
