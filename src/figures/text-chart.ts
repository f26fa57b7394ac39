const height = 8

export interface DayCount {
  day: string
  count: number
}

/** One column per day, for as many of the last days as fit. */
export function textChart(days: DayCount[], maxWidth: number, drawsBlocks: boolean): string[] {
  const max = Math.max(1, ...days.map(({ count }) => count))
  const axis = String(max).length
  const plotWidth = maxWidth - axis - 2
  const columnWidth = plotWidth >= days.length * 2 ? 2 : 1
  const shown = days.slice(-Math.floor(plotWidth / columnWidth))
  const labels = [String(max), ...Array<string>(height - 2).fill(''), '0']
  const rows = labels.map((label, row) => {
    const cells = shown.map(({ count }) =>
      cell((count / max) * height - (height - 1 - row), drawsBlocks).padEnd(columnWidth),
    )
    return `${label.padStart(axis)} ${drawsBlocks ? '│' : '|'}${cells.join('')}`.trimEnd()
  })
  const width = shown.length * columnWidth
  const first = shown[0]!.day.slice(5)
  const last = shown.at(-1)!.day.slice(5)
  return [...rows, `${' '.repeat(axis + 2)}${first}${last.padStart(width - first.length)}`]
}

/** @param fill how much of this cell the column fills: 1 or more for all of it */
function cell(fill: number, drawsBlocks: boolean): string {
  if (!drawsBlocks) return fill > 0 ? '#' : ' '
  const eighths = Math.ceil(Math.min(1, fill) * 8)
  return eighths <= 0 ? ' ' : ' ▁▂▃▄▅▆▇█'.charAt(eighths)
}
