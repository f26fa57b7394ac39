import { displayWidth, fitTo, printable } from './printable.ts'

/** The cell of each column, by title. */
export type Columns<Row> = Record<string, (row: Row) => string>

const gap = '  '
const minWidth = 10

/** A table that fits the width: shrinks the widest columns except ids. If it still doesn't fit, one field per line. */
export function table<Row>(columns: Columns<Row>, rows: Row[], maxWidth: number): string[] {
  const titles = Object.keys(columns)
  const cells = rows.map((row) => Object.values(columns).map((cell) => printable(cell(row))))
  const widths = titles.map((title, index) =>
    cells.reduce((max, line) => Math.max(max, displayWidth(line[index]!)), title.length),
  )
  const wanted = widths.reduce((sum, width) => sum + width, gap.length * (titles.length - 1))
  for (let excess = wanted - maxWidth; excess > 0; excess--) {
    // Half of an id would match several rows.
    const shrinkable = widths.map((width, index) => (titles[index] === 'id' ? 0 : width))
    const widest = Math.max(...shrinkable)
    if (widest <= minWidth) return stacked(titles, cells, maxWidth)
    widths[shrinkable.indexOf(widest)] = widest - 1
  }
  return [titles.map((title) => title.toUpperCase()), ...cells].map((line) => {
    const fitted = line.map((text, index) => fitTo(text, widths[index]!))
    return fitted.join(gap).trimEnd()
  })
}

function stacked(titles: string[], cells: string[][], maxWidth: number): string[] {
  return cells.flatMap((line) => [
    ...line.map((text, index) => fitTo(`${titles[index]}: ${text}`, maxWidth).trimEnd()),
    '',
  ])
}
