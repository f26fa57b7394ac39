export interface Figure {
  what: string
  unit: string
  reference: string
  ours: number[]
  theirs: number[]
  /** The limit of ours / theirs. */
  wanted: { min: number } | { max: number }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]!
}

/** Sends the figures to bench/run.ts, or prints them if run alone. */
export function report(figures: Figure[]): void {
  // An open IPC channel would keep this process running.
  if (process.send) process.send(figures, () => process.disconnect?.())
  else console.log(markdownTable(figures))
}

/** A Markdown table with the median, minimum and maximum of the rounds. */
export function markdownTable(figures: Figure[]): string {
  const rows = figures.map(({ what, unit, reference, ours, theirs, wanted }) => {
    const ratios = ours.map((value, round) => value / theirs[round]!)
    const limit = 'min' in wanted ? `≥ ${wanted.min}` : `≤ ${wanted.max}`
    return [
      what,
      `${spread(ours)} ${unit}`,
      `${reference}: ${spread(theirs)} ${unit}`,
      spread(ratios),
      limit,
    ]
  })
  const all = [['what', 'here', 'reference', 'ratio', 'wanted'], ...rows]
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
