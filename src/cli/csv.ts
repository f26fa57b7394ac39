/** One line of CSV (RFC 4180) that is safe to open in a spreadsheet. */
export function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map((cell) => quoted(defused(String(cell ?? '')))).join(',')}\r\n`
}

// A spreadsheet runs a cell that starts like a formula; an apostrophe makes it text. In Italy cells are
// separated by semicolons, so that one may start anywhere, doubled quotation marks before it or not.
function defused(text: string): string {
  return text.replace(/(^|[;\t\r\n]"*)(?=[=+\-@\t\r])/g, "$1'")
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
