import { Option, type Command } from 'commander'
import { countRows, readInBatches, type Rows } from '#database/read-rows.ts'
import type { Db } from '#database/schema.ts'
import { csvFile } from '../csv.ts'
import { printableJson } from '../printable.ts'
import { positiveNumber } from './argument-parsers.ts'
import type { CommandContext } from './command-context.ts'
import { table, type Columns } from './table.ts'
import { createProgress, type Terminal } from './terminal.ts'

interface Listing<Stored extends object, Filter, Row extends object> {
  description: string
  query: (db: Db, filter: Filter) => Rows<Stored>
  /** Adds fields from other tables. */
  describe?: (rows: Stored[]) => Promise<Row[]>
  /** Adds the options that select rows. */
  addFilter?: (command: Command) => Command
  columns: Columns<Row>
  /** The fields of `export`; without them there is no export. */
  fields?: readonly (keyof Row & string)[]
  printNotes?: (db: Db) => Promise<void>
}

const tableRows = 50

/** Adds `list` (the newest rows as a table, or all as JSON) and `export` (all as a file, page by page). */
export function addListing<Stored extends object, Filter, Row extends object = Stored>(
  context: CommandContext,
  parent: Command,
  listing: Listing<Stored, Filter, Row>,
) {
  const { terminal } = context
  const { query, columns, fields, printNotes, addFilter = (command) => command } = listing
  const ifEmpty = `No ${parent.name()} to show.`
  const { describe = async (rows) => rows as unknown as Row[] } = listing

  const show = (filter: Filter, format: 'table' | 'csv' | 'json', limit = Infinity) =>
    context.snapshot(async (db) => {
      const all = query(db, filter)
      const total = await countRows(all)
      // On a terminal, the rows themselves show the progress.
      const showProgress = process.stdout.isTTY ? () => {} : createProgress(terminal)
      async function* pages() {
        const rows = limit < total ? all.limit(limit) : all
        let done = 0
        for await (const page of readInBatches({ db, kind: context.config.database.kind }, rows)) {
          yield await describe(page)
          showProgress((done += page.length), Math.min(limit, total))
        }
      }
      if (format === 'table') {
        await printTable(terminal, columns, (await Array.fromAsync(pages())).flat(), ifEmpty)
        if (total > limit) terminal.note(`… and ${total - limit} more (--limit ${total} shows all)`)
      } else {
        for await (const text of format === 'csv'
          ? csvFile(fields!, pages())
          : jsonArray(pages())) {
          await terminal.write(text)
          if (!terminal.hasReader) break
        }
      }
      await printNotes?.(db)
    })

  addFilter(parent.command('list'))
    .description(listing.description)
    .option('--json', 'an array of objects, for scripts; all rows unless --limit is given')
    .option('--limit <n>', `how many rows (default: the newest ${tableRows})`, positiveNumber)
    .action((options: Filter & { json?: boolean; limit?: number }) => {
      const { json, limit = json ? Infinity : tableRows } = options
      return show(options, json ? 'json' : 'table', limit)
    })
  if (fields === undefined) return
  addFilter(parent.command('export'))
    .description('write all rows to standard output, for other programs')
    .addOption(
      new Option('--format <format>', 'csv or json').choices(['csv', 'json']).default('csv'),
    )
    .action((options: Filter & { format: 'csv' | 'json' }) => show(options, options.format))
}

export async function printTable<Row>(
  terminal: Terminal,
  columns: Columns<Row>,
  rows: Row[],
  ifEmpty: string,
) {
  if (rows.length === 0) return terminal.note(ifEmpty)
  const [head = '', ...lines] = table(columns, rows, terminal.columns)
  await terminal.print(terminal.paint('bold', head), ...lines)
}

async function* jsonArray(pages: AsyncIterable<object[]>) {
  let separator = '[\n'
  for await (const page of pages) {
    yield separator + page.map((row) => printableJson(row)).join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

/** A UUID starts with the time of its row: fewer characters would match every row of that minute. Other ids stay. */
export const shortId = (id: string) => (id.length === 36 ? id.slice(0, 23) : id)
