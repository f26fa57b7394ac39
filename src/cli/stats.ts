import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { readSnapshot } from '#database/read-snapshot.ts'
import { collectStats } from './collect-stats.ts'
import type { CommandContext } from './command-context.ts'
import { signupChart } from './signup-chart.ts'
import { statsLines, statsPage } from './stats-page.tsx'

export function statsCommand(context: CommandContext): Command {
  return new Command('stats')
    .description('counts, conversion, and a chart of signups a day')
    .option('--json', 'one object, for scripts')
    .option('--html <file>', 'write the same as one self-contained page')
    .addHelpText('after', examples)
    .action((options: { json?: boolean; html?: string }) => stats(context, options))
}

async function stats(
  context: CommandContext,
  options: { json?: boolean; html?: string },
): Promise<void> {
  const { terminal } = context
  const now = context.clock()
  const figures = await context.withDatabase(() =>
    readSnapshot(context.config.database, (db) => collectStats(db, now)),
  )
  if (options.html !== undefined) {
    const file = context.pathOf(options.html)
    writeFileSync(file, statsPage(figures, now))
    terminal.note(`Written to ${file}`)
  }
  if (options.json) return await terminal.write(`${JSON.stringify(figures, null, 2)}\n`)
  if (options.html !== undefined) return
  const chart = signupChart(figures.signupsByDay, terminal.columns, terminal.drawsBlocks)
  const lines = [
    ...statsLines(figures).map(
      ([title, figure]) => `${terminal.paint('dim', title.padEnd(12))} ${figure}`,
    ),
    '',
    terminal.paint('bold', 'Signups a day'),
    ...chart.map((line) => terminal.paint('green', line)),
  ]
  await terminal.write(`${lines.join('\n')}\n`)
}

const examples = `
Conversion: of everyone who asked and is still on record, how many ever confirmed.

Examples:
  npm run admin -- stats
  npm run admin -- stats --html figures.html
  npm run --silent admin -- stats --json | jq .subscribers.confirmed`
