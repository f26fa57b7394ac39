import { setTimeout as sleep } from 'node:timers/promises'
import type { LetterTable } from '#database/schema.ts'
import { bar } from './progress.ts'
import type { Terminal } from './terminal.ts'

const redrawMs = 1000

/**
 * A bar that redraws itself until nobody is left to get the letter. Ctrl-C ends the watching, not the
 * sending.
 * @returns how far it is then
 */
export async function watchLetter(
  terminal: Terminal,
  read: () => Promise<LetterTable>,
): Promise<LetterTable> {
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => leaving.abort())
  }
  const startedAt = performance.now()
  const first = await read()
  for (let row = first; ; row = await read()) {
    const perSecond = ((settled(row) - settled(first)) / (performance.now() - startedAt)) * 1000
    const line = progressLine(row, perSecond, terminal.drawsBlocks)
    terminal.redraw(line)
    if (leaving.signal.aborted || row.queued + row.sending === 0) {
      terminal.keepLine()
      return row
    }
    await sleep(redrawMs, undefined, leaving).catch(() => {})
  }
}

function settled({ audience, queued, sending }: LetterTable): number {
  return audience - queued - sending
}

function progressLine(row: LetterTable, perSecond: number, drawsBlocks: boolean): string {
  const done = bar(settled(row) / Math.max(1, row.audience), drawsBlocks)
  const left = perSecond > 0 ? `${clockTime((row.queued + row.sending) / perSecond)} left` : ''
  return `${done} ${row.sent} sent, ${row.failed} failed, ${row.in_doubt} in doubt, ${row.skipped} skipped, ${perSecond.toFixed(1)}/s ${left}`
}

function clockTime(seconds: number): string {
  const whole = Math.ceil(seconds)
  const minutes = Math.floor(whole / 60)
  return minutes >= 60
    ? `${Math.floor(minutes / 60)} h ${minutes % 60} min`
    : `${minutes}:${String(whole % 60).padStart(2, '0')}`
}
