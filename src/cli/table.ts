import { displayWidth, fitTo, printable } from './printable.ts'

/** What stands in each column, by its title. */
export type Columns<Row> = Record<string, (row: Row) => string>

const gap = '  '
const leastWidth = 10

/** A table within the width: the widest column gives way first, but for ids; when nothing helps, a field a line. */
export function table<Row>(columns: Columns<Row>, rows: Row[], maxWidth: number): string[] {
  const titles = Object.keys(columns)
  const cells = rows.map((row) => Object.values(columns).map((cell) => printable(cell(row))))
  const widths = titles.map((title, index) =>
    cells.reduce((most, line) => Math.max(most, displayWidth(line[index]!)), title.length),
  )
  const wanted = widths.reduce((sum, width) => sum + width, gap.length * (titles.length - 1))
  for (let excess = wanted - maxWidth; excess > 0; excess--) {
    // Half of an id names several rows.
    const yielding = widths.map((width, index) => (titles[index] === 'id' ? 0 : width))
    const widest = Math.max(...yielding)
    if (widest <= leastWidth) return stacked(titles, cells, maxWidth)
    widths[yielding.indexOf(widest)] = widest - 1
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
