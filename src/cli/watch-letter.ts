import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, LetterTable } from '#database/schema.ts'
import { readLetterRow } from '#letters/start-letter.ts'
import type { CommandContext } from './command-context.ts'
import { adviseOn, countLines } from './letters-status.ts'
import { bar, duration } from './progress.ts'

const redrawMs = 1000

/** A bar that redraws itself until nobody is left to get the letter. Ctrl-C ends the watching, not the sending. */
export async function watchLetter(context: CommandContext, db: Db, name: string) {
  const { terminal } = context
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => leaving.abort())
  }
  const startedAt = performance.now()
  const read = async () => (await readLetterRow(db, name))!
  const first = await read()
  let row = first
  let line: string
  for (;;) {
    const perSecond = ((settled(row) - settled(first)) / (performance.now() - startedAt)) * 1000
    line = progressLine(row, perSecond, terminal.drawsBlocks)
    terminal.redraw(line)
    if (leaving.signal.aborted || settled(row) === row.audience) break
    await sleep(redrawMs, undefined, leaving).catch(() => {})
    row = await read()
  }
  terminal.note(line)
  if (settled(row) < row.audience) {
    terminal.note(
      `It goes on without this terminal: \`letters status ${name}\` tells how far it is, \`letters stop ${name}\` ends it.`,
    )
  } else await terminal.print(...countLines(row))
  await adviseOn(context, db, row)
}

function settled({ audience, queued, sending }: LetterTable): number {
  return audience - queued - sending
}

function progressLine(row: LetterTable, perSecond: number, drawsBlocks: boolean): string {
  const done = bar(settled(row) / Math.max(1, row.audience), drawsBlocks)
  const left = perSecond > 0 ? `, ${duration((row.queued + row.sending) / perSecond)} left` : ''
  // What a narrow terminal cuts off is what can be looked up later.
  return `${done} ${row.sent} sent, ${perSecond.toFixed(1)}/s${left}, ${row.failed} failed, ${row.in_doubt} in doubt, ${row.skipped} skipped`
}
