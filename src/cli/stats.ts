import type { Command } from 'commander'
import { collectFigures, type Figures } from '#figures/collect-figures.ts'
import { chartsOf, figureLines, percent, whatVisitsMean } from '#figures/figure-lines.ts'
import { textChart } from '#figures/text-chart.ts'
import { writeTextFile } from '#user-error.ts'
import type { CommandContext } from './command-context.ts'
import { statsPage } from './stats-page.tsx'
import { table, type Columns } from './table.ts'

export function addStats(program: Command, context: CommandContext) {
  program
    .command('stats')
    .description('visits, signups and where they come from, with a chart of each a day')
    .option('--json', 'one object, for scripts')
    .option('--html <file>', 'write the same as one self-contained page')
    .addHelpText('after', aboutFigures)
    .action((options: { json?: boolean; html?: string }) => stats(context, options))
}

async function stats(context: CommandContext, options: { json?: boolean; html?: string }) {
  const { terminal } = context
  const now = context.clock()
  const figures = await context.snapshot((db) => collectFigures(db, now))
  if (options.html !== undefined) {
    const file = context.pathOf(options.html)
    writeTextFile(file, statsPage(figures, now))
    terminal.note(`Written to ${file}`)
  }
  if (options.json) return await terminal.printJson(figures)
  if (options.html !== undefined) return
  const { columns, drawsBlocks } = terminal
  const lines = [
    ...figureLines(figures).map(
      ([title, figure]) => `${terminal.paint('dim', title.padEnd(12))} ${figure}`,
    ),
    ...chartsOf(figures).flatMap(({ title, days }) => [
      '',
      terminal.paint('bold', title),
      ...textChart(days, columns, drawsBlocks).map((line) => terminal.paint('green', line)),
    ]),
    ...(figures.sources.length === 0
      ? []
      : ['', ...table(sourceColumns, figures.sources, columns)]),
    '',
    ...whatVisitsMean.flatMap((sentence) => wrapped(sentence, columns)),
  ]
  await terminal.print(...lines)
}

function wrapped(sentence: string, width: number): string[] {
  if (width === Infinity) return [sentence]
  return sentence
    .match(new RegExp(`\\S{${width},}|.{1,${width}}(?= |$)`, 'g'))!
    .map((line) => line.trim())
}

const sourceColumns: Columns<Figures['sources'][number]> = {
  source: ({ source }) => source,
  visits: ({ visits }) => String(visits),
  signups: ({ signups }) => String(signups),
  share: ({ share }) => percent(share),
}

const aboutFigures = `
Conversion: of everyone who asked and is still on record, how many ever confirmed.
Share: newsletter forms sent for each visit. Visits and sources are of the last 30 days.`
