import { displayWidth, fitTo, printable } from './printable.ts'

export interface Column<Row> {
  title: string
  cell: (row: Row) => string
}

const gap = '  '
const leastWidth = 6

/** A table within the width: wide columns give way first; when even that fails, a field a line. */
export function table<Row>(columns: Column<Row>[], rows: Row[], maxWidth: number): string[] {
  const cells = rows.map((row) => columns.map((column) => printable(column.cell(row))))
  const wanted = columns.map((column, index) =>
    Math.max(column.title.length, ...cells.map((line) => displayWidth(line[index]!))),
  )
  const widths = shrink(wanted, maxWidth - gap.length * (columns.length - 1))
  if (!widths) return stacked(columns, cells, maxWidth)
  const line = (texts: string[]) =>
    texts
      .map((text, index) => fitTo(text, widths[index]!))
      .join(gap)
      .trimEnd()
  return [line(columns.map((column) => column.title.toUpperCase())), ...cells.map(line)]
}

function shrink(wanted: number[], room: number): number[] | undefined {
  const widths = [...wanted]
  let excess = widths.reduce((sum, width) => sum + width, 0) - room
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    if (widths[widest]! <= leastWidth) return undefined
    widths[widest]! -= 1
    excess -= 1
  }
  return widths
}

function stacked<Row>(columns: Column<Row>[], cells: string[][], maxWidth: number): string[] {
  return cells.flatMap((line) => [
    ...line.map((text, index) => fitTo(`${columns[index]!.title}: ${text}`, maxWidth).trimEnd()),
    '',
  ])
}
