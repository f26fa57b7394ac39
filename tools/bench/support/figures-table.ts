import { median } from '../../../test/support/percentile.ts'

export interface Figure {
  what: string
  unit: string
  reference: string
  ours: number[]
  theirs: number[]
  /** For the ratio ours / theirs. */
  required: { min: number } | { max: number }
}

/** Sends the figures to run.ts, or prints them if the benchmark runs alone. */
export function report(figures: Figure[]): void {
  // An open channel would keep this process alive.
  if (process.send) process.send(figures, () => process.disconnect?.())
  else console.log(markdownTable(figures))
}

/** One row per figure: the median of all rounds, with the lowest and the highest. */
export function markdownTable(figures: Figure[]): string {
  const rows = figures.map(({ what, unit, reference, ours, theirs, required }) => {
    const ratios = ours.map((value, round) => value / theirs[round]!)
    const limit = 'min' in required ? `≥ ${required.min}` : `≤ ${required.max}`
    return [
      what,
      `${spread(ours)} ${unit}`,
      `${reference}: ${spread(theirs)} ${unit}`,
      spread(ratios),
      limit,
    ]
  })
  const all = [['measured', 'result', 'reference', 'ratio', 'required'], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const rule = line(widths.map((width) => '-'.repeat(width)))
  return [line(all[0]!), rule, ...all.slice(1).map(line)].join('\n')
}

function spread(values: number[]): string {
  if (values.length === 1) return short(values[0]!)
  const [min, max] = [Math.min(...values), Math.max(...values)]
  return `${short(median(values))} (${short(min)} to ${short(max)})`
}

function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2)
}
