import type { Command } from 'commander'
import { collectFigures, type Figures } from '../collect-figures.ts'
import type { CommandContext } from './command-context.ts'
import { percent, wrap } from '../printable.ts'
import { table, type Columns } from './table.ts'
import type { Terminal } from './terminal.ts'

export function addStats(program: Command, context: CommandContext) {
  program
    .command('stats')
    .description('visits and signups, by day, source and mail domain')
    .option('--json', 'one object, for scripts')
    .addHelpText('after', aboutFigures)
    .action(async ({ json }: { json?: boolean }) => {
      const { terminal, clock } = context
      const figures = await context.snapshot((db) => collectFigures(db, clock()))
      if (json) await terminal.printJson(figures)
      else await terminal.print(...statsLines(figures, terminal))
    })
}

function statsLines(figures: Figures, { columns }: Terminal): string[] {
  const days = figures.signupsByDay.map((one, index) => ({
    ...figures.visitsByDay[index]!,
    ...one,
  }))
  const { sources, funnel, funnelWarnings } = figures
  const firstActive = days.findIndex(({ visits, signups }) => visits + signups > 0)
  return [
    ...countsOf(figures).flatMap(([title, figure]) => {
      const line = `${title.padEnd(26)} ${figure.padStart(8)}`
      return line.length > columns ? wrap(`${title}: ${figure}`, columns) : line
    }),
    ...(sources.length > 0 ? ['', ...table(sourceColumns, sources, columns)] : []),
    ...(funnel.length > 0 ? ['', ...table(funnelColumns, funnel, columns)] : []),
    ...funnelWarnings.flatMap((sentence) => ['', ...wrap(sentence, columns)]),
    '',
    // A new site has no rows of zeros.
    ...(firstActive === -1
      ? ['No visits in the last 30 days.']
      : table(dayColumns, days.slice(firstActive), columns)),
    '',
    ...wrap(remark, columns),
  ]
}

function countsOf({
  subscribers,
  conversion,
  ...figures
}: Figures): [title: string, figure: string][] {
  return [
    ['Visits', String(figures.visits)],
    ['Signups per visit', percent(figures.signupsPerVisit)],
    ['Confirmed', String(subscribers.confirmed)],
    ['Pending', String(subscribers.pending)],
    ['Unsubscribed', String(subscribers.unsubscribed)],
    ['Share of signups confirmed', conversion === null ? 'none yet' : percent(conversion)],
    ['Messages', String(figures.messages)],
    ['Emails waiting', String(figures.mailWaiting)],
  ]
}

const remark =
  "Visits served by a CDN aren't counted. A signup's source is the tag in its page's address (utm_source or ref); " +
  'all others are "untagged". Sources are words from visitors\' browsers: anyone can make them up.'

const dayColumns: Columns<{ day: string; visits: number; signups: number }> = {
  day: ({ day }) => day,
  visits: ({ visits }) => String(visits),
  signups: ({ signups }) => String(signups),
}

const sourceColumns: Columns<Figures['sources'][number]> = {
  'source (as visitors sent it)': ({ source }) => source,
  visits: ({ visits }) => String(visits),
  signups: ({ signups }) => String(signups),
  'per visit': ({ signupsPerVisit }) => percent(signupsPerVisit),
}

const funnelColumns: Columns<Figures['funnel'][number]> = {
  'mail domain': ({ domain }) => domain,
  asked: ({ asked }) => String(asked),
  accepted: ({ accepted }) => String(accepted),
  refused: ({ refused }) => String(refused),
  opened: ({ opened }) => String(opened),
  confirmed: ({ confirmed }) => String(confirmed),
  'confirmed %': ({ confirmationRate }) => percent(confirmationRate),
}

const aboutFigures = `
Visits, sources and days cover the last 30 days; \`console\` draws charts of them. "Share of signups confirmed" covers
everyone still on record.
"Signups per visit" counts sent newsletter forms, confirmed or not.
By mail domain: confirmations asked for, their emails accepted or refused by a mail server, confirm pages opened (mail
scanners open them, too), and confirmed. Domains with fewer than ten signups in 30 days are "other".`
