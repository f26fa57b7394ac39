import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { UserError } from '#user-error.ts'

/** CSV (RFC 4180) that is safe to open in a spreadsheet. */
export function toCsv(rows: (string | null)[][]): string {
  // Without `quoted_match` a lone line feed would end the record.
  return stringify(rows, {
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    cast: { string: defuseFormula },
  })
}

/** A CSV file, page by page. */
export async function* csvFile<Row extends object>(
  fields: readonly (keyof Row & string)[],
  pages: AsyncIterable<Row[]>,
) {
  // Without a byte order mark, spreadsheets don't read the file as UTF-8.
  yield `\ufeff${toCsv([[...fields]])}`
  for await (const page of pages) {
    yield toCsv(page.map((row) => fields.map((field) => row[field] as string | null)))
  }
}

/**
 * A spreadsheet runs a cell that starts like a formula; an apostrophe makes it text. Where the comma is the decimal
 * separator, as in Italy, semicolons separate cells, so a cell may start after each of them, and after doubled quotes.
 */
function defuseFormula(text: string): string {
  return text.replace(/(^|[;\t\r\n]"*)(?=[=+\-@\t\r])/g, "$1'")
}

/** Reads CSV written by hand or by any program: stray quotes and rows of different lengths are fine. */
export function parseCsv(text: string, delimiter: string[]): { line: number; cells: string[] }[] {
  const rows = parseRecords(text, delimiter) as { info: { lines: number }; record: string[] }[]
  return rows.map(({ info, record }) => ({
    line: info.lines,
    cells: record.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')),
  }))
}

function parseRecords(text: string, delimiter: string[]): unknown[] {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    })
  } catch (error) {
    throw new UserError(`The file can't be read as CSV. ${(error as Error).message}.`)
  }
}
