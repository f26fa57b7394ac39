import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, LetterTable } from '#database/schema.ts'
import type { CommandContext } from './command-context.ts'
import { mustBeSent, printStatus } from './letters-status.ts'
import { bar, duration } from './progress.ts'

const redrawMs = 1000

/** A bar that redraws itself until nobody is left to get the letter. Ctrl-C ends the watching, not the sending. */
export async function watchLetter(context: CommandContext, db: Db, first: LetterTable) {
  const { terminal } = context
  const { name } = first
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => leaving.abort())
  }
  const startedAt = performance.now()
  let row = first
  while (left(row) > 0 && !leaving.signal.aborted) {
    await sleep(redrawMs, undefined, leaving).catch(() => {})
    row = await mustBeSent(db, name)
    const perSecond = ((left(first) - left(row)) / (performance.now() - startedAt)) * 1000
    terminal.redraw(progressLine(row, perSecond, terminal.drawsBlocks))
  }
  if (left(row) > 0) {
    terminal.note(
      `It goes on without this terminal: \`letters status ${name}\` tells how far it is, \`letters stop ${name}\` ends it.`,
    )
  }
  await printStatus(context, db, row)
}

function left({ queued, sending }: LetterTable): number {
  return queued + sending
}

function progressLine(row: LetterTable, perSecond: number, drawsBlocks: boolean): string {
  const done = bar(1 - left(row) / row.audience, drawsBlocks)
  const end = perSecond > 0 ? `, ${duration(left(row) / perSecond)} left` : ''
  // What a narrow terminal cuts off is what can be looked up later.
  return `${done} ${row.sent} sent, ${perSecond.toFixed(1)}/s${end}, ${row.failed} failed, ${row.in_doubt} in doubt, ${row.skipped} skipped`
}
