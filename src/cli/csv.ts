/** One line of CSV (RFC 4180) that is safe to open in a spreadsheet. */
export function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map((cell) => quoted(defused(String(cell ?? '')))).join(',')}\r\n`
}

/** A spreadsheet runs a cell that starts like a formula; an apostrophe makes it text. */
function defused(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
