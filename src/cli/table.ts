import { displayWidth, fitTo, printable } from './printable.ts'

export interface Column<Row> {
  title: string
  cell: (row: Row) => string
  /** Gives way first when room is short. */
  shrinks?: boolean
}

const gap = '  '
const leastWidth = 6
const readableWidth = 12

/** A table within the width: long texts give way first; when nothing helps, a field a line. */
export function table<Row>(columns: Column<Row>[], rows: Row[], maxWidth: number): string[] {
  const cells = rows.map((row) => columns.map((column) => printable(column.cell(row))))
  const wanted = columns.map((column, index) =>
    Math.max(column.title.length, ...cells.map((line) => displayWidth(line[index]!))),
  )
  const room = maxWidth - gap.length * (columns.length - 1)
  const widths = shrink(
    wanted,
    room,
    columns.map((column) => column.shrinks ?? false),
  )
  if (!widths) return stacked(columns, cells, maxWidth)
  const line = (texts: string[]) =>
    texts
      .map((text, index) => fitTo(text, widths[index]!))
      .join(gap)
      .trimEnd()
  return [line(columns.map((column) => column.title.toUpperCase())), ...cells.map(line)]
}

function shrink(wanted: number[], room: number, shrinks: boolean[]): number[] | undefined {
  const widths = [...wanted]
  let excess = widths.reduce((sum, width) => sum + width, 0) - room
  const take = (indexes: number[], least: number) => {
    while (excess > 0) {
      const widest = indexes.reduce((best, index) =>
        widths[index]! > widths[best]! ? index : best,
      )
      if (widths[widest]! <= least) return
      widths[widest]! -= 1
      excess -= 1
    }
  }
  const all = [...widths.keys()]
  const yielding = all.filter((index) => shrinks[index])
  if (yielding.length > 0) take(yielding, readableWidth)
  take(all, leastWidth)
  return excess > 0 ? undefined : widths
}

function stacked<Row>(columns: Column<Row>[], cells: string[][], maxWidth: number): string[] {
  return cells.flatMap((line) => [
    ...line.map((text, index) => fitTo(`${columns[index]!.title}: ${text}`, maxWidth).trimEnd()),
    '',
  ])
}
