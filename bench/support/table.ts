export interface Figure {
  what: string
  unit: string
  reference: string
  ours: number[]
  theirs: number[]
  /** The least or the most that ours / theirs may be. */
  wanted: { least: number } | { most: number }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]!
}

/** To the table of all benchmarks, or, run alone, as a table of its own. */
export function report(figures: Figure[]): void {
  // Whatever listens on the channel would keep this process waiting for more.
  if (process.send) process.send(figures, () => process.disconnect?.())
  else console.log(markdownTable(figures))
}

/** One row a figure, as Markdown: medians, with the lowest and the highest round behind them. */
export function markdownTable(figures: Figure[]): string {
  const rows = figures.map(({ what, unit, reference, ours, theirs, wanted }) => {
    const ratios = ours.map((value, round) => value / theirs[round]!)
    const limit = 'least' in wanted ? `≥ ${wanted.least}` : `≤ ${wanted.most}`
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
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return `${short(median(values))} (${short(least)} to ${short(most)})`
}

function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2)
}
