import type { LetterCounts } from '#letters/letter-status.ts'
import { fitTo } from './printable.ts'
import type { Terminal } from './terminal.ts'

const redrawMs = 1000
const plainLineMs = 10_000

/** A bar that redraws itself on a terminal, and a plain line now and then elsewhere. */
export function showProgress(
  terminal: Terminal,
  audience: number,
  read: () => Promise<LetterCounts>,
) {
  const startedAt = performance.now()
  let before: number | undefined

  async function show() {
    const counts = await read()
    const settled = audience - counts.queued - counts.sending
    before ??= settled
    const perSecond = ((settled - before) / (performance.now() - startedAt)) * 1000
    const left = perSecond > 0 ? `${clockTime((audience - settled) / perSecond)} left` : ''
    const figures = `${counts.sent} sent, ${counts.failed} failed, ${counts.in_doubt} in doubt, ${counts.skipped} skipped, ${perSecond.toFixed(1)}/s ${left}`
    if (!terminal.redraws) return terminal.note(`${settled} of ${audience}: ${figures}`.trimEnd())
    const line = `${bar(settled / Math.max(1, audience), terminal.drawsBlocks)} ${figures}`
    process.stderr.write(`\r\x1b[K${fitTo(line, terminal.columns - 1).trimEnd()}`)
  }

  let showing = show()
  const timer = setInterval(
    () => {
      // The database may be away for a moment; the figures can wait.
      showing = showing.then(show).catch(() => {})
    },
    terminal.redraws ? redrawMs : plainLineMs,
  )
  return {
    say(sentence: string) {
      if (terminal.redraws) process.stderr.write('\r\x1b[K')
      terminal.note(sentence)
    },
    async end() {
      clearInterval(timer)
      await showing.then(show).catch(() => {})
      if (terminal.redraws) process.stderr.write('\n')
    },
  }
}

function bar(share: number, drawsBlocks: boolean): string {
  const width = 20
  const full = Math.floor(share * width)
  const [done, open] = drawsBlocks ? ['█', '░'] : ['#', '.']
  return `${done.repeat(full)}${open.repeat(width - full)} ${Math.floor(share * 100)}%`
}

function clockTime(seconds: number): string {
  const whole = Math.ceil(seconds)
  const minutes = Math.floor(whole / 60)
  return minutes >= 60
    ? `${Math.floor(minutes / 60)} h ${minutes % 60} min`
    : `${minutes}:${String(whole % 60).padStart(2, '0')}`
}
