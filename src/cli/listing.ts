import type { Kysely } from 'kysely'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { readSnapshot } from '#database/read-snapshot.ts'
import type { Schema } from '#database/schema.ts'
import { csvLine } from './csv.ts'
import type { CommandContext } from './command-context.ts'
import { table, type Column } from './table.ts'

export interface ListingOptions {
  json?: boolean
  limit?: number
}

interface Listing<Row extends object> {
  rows: (db: Kysely<Schema>, limit: number | undefined) => AsyncIterable<Row>
  count: (db: Kysely<Schema>) => Promise<number>
  columns: Column<Row>[]
  /** Said in place of an empty table. */
  none: string
}

const tableRows = 50

/** `--json` and `--limit`, the same for every listing. */
export function addListingOptions(command: Command): Command {
  return command
    .option('--json', 'an array of objects, for scripts; all rows unless --limit is given')
    .addOption(
      new Option('--limit <n>', `how many rows (default: the newest ${tableRows})`).argParser(
        positiveNumber,
      ),
    )
}

/** The newest rows as a table, or all of them as JSON. */
export async function printListing<Row extends object>(
  context: CommandContext,
  { json, limit }: ListingOptions,
  listing: Listing<Row>,
): Promise<void> {
  const { terminal } = context
  await inSnapshot(context, async (db) => {
    if (json) return await writeInChunks(context, jsonArray(listing.rows(db, limit)))
    const rows: Row[] = []
    for await (const row of listing.rows(db, limit ?? tableRows)) rows.push(row)
    if (rows.length === 0) return terminal.note(listing.none)
    const [head = '', ...lines] = table(listing.columns, rows, terminal.columns)
    await terminal.write(`${[terminal.paint('bold', head), ...lines].join('\n')}\n`)
    const left = (await listing.count(db)) - rows.length
    if (left > 0) terminal.note(`… and ${left} more (--limit ${rows.length + left} shows all)`)
  })
}

/** All rows as a file for other programs. Takes no more memory for a million rows than for a page. */
export async function exportRows<Row extends object>(
  context: CommandContext,
  format: 'csv' | 'json',
  fields: (keyof Row & string)[],
  rows: (db: Kysely<Schema>) => AsyncIterable<Row>,
): Promise<void> {
  await inSnapshot(context, (db) =>
    writeInChunks(context, format === 'csv' ? csv(fields, rows(db)) : jsonArray(rows(db))),
  )
}

async function inSnapshot(
  context: CommandContext,
  read: (db: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  await context.withDatabase(() => readSnapshot(context.config.database, read))
}

async function* csv<Row extends object>(fields: (keyof Row & string)[], rows: AsyncIterable<Row>) {
  // Without this mark spreadsheets take è for two letters of another alphabet.
  yield `\ufeff${csvLine(fields)}`
  for await (const row of rows) {
    yield csvLine(fields.map((field) => row[field] as string | null))
  }
}

async function* jsonArray(rows: AsyncIterable<object>) {
  let separator = '[\n'
  for await (const row of rows) {
    yield `${separator}${JSON.stringify(row)}`
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function writeInChunks(
  { terminal }: CommandContext,
  pieces: AsyncIterable<string>,
): Promise<void> {
  const chunkLength = 65_536
  let chunk = ''
  for await (const piece of pieces) {
    chunk += piece
    if (chunk.length < chunkLength) continue
    await terminal.write(chunk)
    chunk = ''
  }
  await terminal.write(chunk)
}

function positiveNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.')
  return Number(text)
}
