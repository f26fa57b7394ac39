const height = 8

export interface DayCount {
  day: string
  count: number
}

/** A column a day, as many of the last days as the width holds. */
export function textChart(days: DayCount[], maxWidth: number, drawsBlocks: boolean): string[] {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const axis = String(most).length
  const room = maxWidth - axis - 2
  const columnWidth = room >= days.length * 2 ? 2 : 1
  const shown = days.slice(-Math.floor(room / columnWidth))
  const labels = [String(most), ...Array<string>(height - 2).fill(''), '0']
  const rows = labels.map((label, row) => {
    const cells = shown.map(({ count }) =>
      cell((count / most) * height - (height - 1 - row), drawsBlocks).padEnd(columnWidth),
    )
    return `${label.padStart(axis)} ${drawsBlocks ? '│' : '|'}${cells.join('')}`.trimEnd()
  })
  const width = shown.length * columnWidth
  const first = shown[0]!.day.slice(5)
  const last = shown.at(-1)!.day.slice(5)
  return [...rows, `${' '.repeat(axis + 2)}${first}${last.padStart(width - first.length)}`]
}

/** `fill`: how much of this cell the column reaches into, 1 and above for all of it. */
function cell(fill: number, drawsBlocks: boolean): string {
  if (!drawsBlocks) return fill > 0 ? '#' : ' '
  const eighths = Math.ceil(Math.min(1, fill) * 8)
  return eighths <= 0 ? ' ' : ' ▁▂▃▄▅▆▇█'.charAt(eighths)
}
