import type { Terminal } from './terminal.ts'

const redrawMs = 200
const lineMs = 10_000

/** Tells how far long work is: a bar on a terminal, elsewhere a line now and then. Short work says nothing. */
export function createProgress(terminal: Terminal) {
  let toldAt = performance.now()
  return (done: number, total: number) => {
    if (performance.now() - toldAt < (terminal.redraws ? redrawMs : lineMs)) return
    toldAt = performance.now()
    if (!terminal.redraws) return terminal.note(`${done} of ${total} rows`)
    terminal.redraw(`${bar(done / total, terminal.drawsBlocks)} of ${total} rows`)
  }
}

export function bar(share: number, drawsBlocks: boolean): string {
  const width = 20
  const full = Math.floor(share * width)
  const [done, open] = drawsBlocks ? ['█', '░'] : ['#', '.']
  return `${done.repeat(full)}${open.repeat(width - full)} ${Math.floor(share * 100)}%`
}

export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}
