const height = 8

export interface DayCount {
  day: string
  count: number
}

/** One column per day, for the text part of a mail. */
export function textChart(days: DayCount[]): string[] {
  const max = Math.max(1, ...days.map(({ count }) => count))
  const axis = String(max).length
  const labels = [String(max), ...Array<string>(height - 2).fill(''), '0']
  const rows = labels.map((label, row) => {
    const cells = days.map(({ count }) => cell((count / max) * height - (height - 1 - row)))
    return `${label.padStart(axis)} │${cells.join('')}`.trimEnd()
  })
  const first = days[0]!.day.slice(5)
  const last = days.at(-1)!.day.slice(5)
  return [...rows, `${' '.repeat(axis + 2)}${first}${last.padStart(days.length - first.length)}`]
}

/** @param fill how much of this cell the column fills: 1 or more for all of it */
function cell(fill: number): string {
  const eighths = Math.ceil(Math.min(1, fill) * 8)
  return eighths <= 0 ? ' ' : ' ▁▂▃▄▅▆▇█'.charAt(eighths)
}
