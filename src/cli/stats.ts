import { Help, type Command } from 'commander'
import { collectFigures, describeFigures, percent, type Figures } from '#figures/collect-figures.ts'
import { textChart } from '#figures/text-chart.ts'
import type { CommandContext } from './command-context.ts'
import { table, type Columns } from './table.ts'
import type { Terminal } from './terminal.ts'

export function addStats(program: Command, context: CommandContext) {
  program
    .command('stats')
    .description('visits, signups and where they come from, with a chart of each a day')
    .option('--json', 'one object, for scripts')
    .addHelpText('after', aboutFigures)
    .action(async ({ json }: { json?: boolean }) => {
      const { terminal, clock } = context
      const figures = await context.snapshot((db) => collectFigures(db, clock()))
      if (json) await terminal.printJson(figures)
      else await terminal.print(...linesOf(figures, terminal))
    })
}

function linesOf(figures: Figures, { columns, drawsBlocks, paint }: Terminal): string[] {
  const { lines, charts, sources, remark } = describeFigures(figures)
  return [
    ...lines.map(([title, figure]) => `${paint('dim', title.padEnd(12))} ${figure}`),
    ...charts.flatMap(({ title, days }) => [
      '',
      paint('bold', title),
      ...textChart(days, columns, drawsBlocks).map((line) => paint('green', line)),
    ]),
    ...(sources.length === 0 ? [] : ['', ...table(sourceColumns, sources, columns)]),
    '',
    wrapping.boxWrap(remark, columns),
  ]
}

// By itself it wraps nothing on a narrow screen.
const wrapping = Object.assign(new Help(), { minWidthToWrap: 1 })

const sourceColumns: Columns<Figures['sources'][number]> = {
  source: ({ source }) => source,
  visits: ({ visits }) => String(visits),
  signups: ({ signups }) => String(signups),
  share: ({ share }) => percent(share),
}

const aboutFigures = `
Conversion: of everyone who asked and is still on record, how many ever confirmed.
Share: newsletter forms sent for each visit. Visits and sources are of the last 30 days.`
