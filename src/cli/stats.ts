import { Help, type Command } from 'commander'
import { collectFigures, type Figures } from '#figures/collect-figures.ts'
import { textChart } from '#figures/text-chart.ts'
import type { CommandContext } from './command-context.ts'
import { table, type Columns } from './table.ts'
import type { Terminal } from './terminal.ts'

export function addStats(program: Command, context: CommandContext) {
  program
    .command('stats')
    .description('visits, signups and their sources, with a chart of each day')
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
  const signups = figures.signupsByDay.map(({ day, signups: count }) => ({ day, count }))
  const visits = figures.visitsByDay.map(({ day, visits: count }) => ({ day, count }))
  const chart = (title: string, days: typeof visits) => [
    '',
    paint('bold', title),
    ...textChart(days, columns, drawsBlocks).map((line) => paint('green', line)),
  ]
  const { sources, funnel, funnelWarnings } = figures
  return [
    ...countsOf(figures).map(([title, figure]) => {
      const line = `${title.padEnd(26)} ${figure}`
      return line.length > columns ? wrapping.boxWrap(`${title}: ${figure}`, columns) : line
    }),
    ...chart('Signups per day', signups),
    ...(figures.visits > 0 ? chart('Visits per day', visits) : []),
    ...(sources.length > 0 ? ['', ...table(sourceColumns, sources, columns)] : []),
    ...(funnel.length > 0 ? ['', ...table(funnelColumns, funnel, columns)] : []),
    ...funnelWarnings.flatMap((sentence) => ['', wrapping.boxWrap(sentence, columns)]),
    '',
    wrapping.boxWrap(remark, columns),
  ]
}

function countsOf({
  subscribers,
  conversion,
  ...figures
}: Figures): [title: string, figure: string][] {
  return [
    ['Visits', String(figures.visits)],
    ['Signups per visit', percent(figures.share)],
    ['Confirmed', String(subscribers.confirmed)],
    ['Pending', String(subscribers.pending)],
    ['Unsubscribed', String(subscribers.unsubscribed)],
    ['Confirmed of all who asked', conversion === null ? 'none yet' : percent(conversion)],
    ['Messages', String(figures.messages)],
    ['Mail waiting', String(figures.mailWaiting)],
  ]
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)} %`
}

// By default it doesn't wrap on a narrow screen.
const wrapping = Object.assign(new Help(), { minWidthToWrap: 1 })

const remark =
  "Visits served by a CDN aren't counted. A signup's source is the tag in its page's address (utm_source or ref); " +
  'all others are "untagged". Sources are words from visitors\' browsers: anyone can make them up.'

const sourceColumns: Columns<Figures['sources'][number]> = {
  'source (as visitors sent it)': ({ source }) => source,
  visits: ({ visits }) => String(visits),
  signups: ({ signups }) => String(signups),
  'per visit': ({ share }) => percent(share),
}

const funnelColumns: Columns<Figures['funnel'][number]> = {
  'mail domain': ({ domain }) => domain,
  asked: ({ asked }) => String(asked),
  accepted: ({ accepted }) => String(accepted),
  refused: ({ refused }) => String(refused),
  opened: ({ opened }) => String(opened),
  confirmed: ({ confirmed }) => String(confirmed),
  share: ({ share }) => percent(share),
}

const aboutFigures = `
Visits, sources and charts cover the last 30 days. "Confirmed of all who asked" covers everyone still on record.
"Signups per visit" counts sent newsletter forms, confirmed or not.
By mail domain: confirmations asked for, their mails accepted or refused by a mail server, confirm pages opened (mail
scanners open them, too), and confirmed. Domains with fewer than ten signups in 30 days are "other".`
