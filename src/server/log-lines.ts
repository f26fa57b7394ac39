import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

// As much as leaves in one piece.
const batchLength = 16_000
const mostWaitMs = 250
/** What waits for a reader who has fallen behind. */
const mostWaiting = 1_000_000
const retryMs = 20
const lastPatienceMs = 1000

/**
 * Lines leave in batches, at the latest after a moment, and the rest when the process ends. Where they go may
 * be full, closed or not read: that costs lines, and nobody an answer. (Pino's own destination ends the
 * process over it, and then waits for ever to write its last lines.)
 */
export function createLogLines(file = 1): DestinationStream {
  let waiting = ''
  let dropped = 0
  let isWriting = false

  function flush() {
    if (isWriting || waiting === '') return
    if (dropped > 0) {
      waiting += `{"level":40,"time":${Date.now()},"count":${dropped},"msg":"log lines dropped"}\n`
    }
    const batch = Buffer.from(waiting)
    waiting = ''
    dropped = 0
    isWriting = true
    writeAll(batch)
  }

  function writeAll(batch: Buffer) {
    write(file, batch, (error, written) => {
      const rest = batch.subarray(error ? 0 : written)
      if (error?.code === 'EAGAIN') return void setTimeout(writeAll, retryMs, rest).unref()
      if (!error && rest.length > 0) return writeAll(rest)
      isWriting = false
      if (waiting.length >= batchLength) flush()
    })
  }

  setInterval(flush, mostWaitMs).unref()
  process.on('exit', () => writeLast(file, Buffer.from(waiting)))
  return {
    write(line) {
      if (waiting.length > mostWaiting) dropped += 1
      else waiting += line
      if (waiting.length >= batchLength) flush()
    },
  }
}

function writeLast(file: number, lines: Buffer) {
  const giveUpAt = performance.now() + lastPatienceMs
  let rest = lines
  while (rest.length > 0 && performance.now() < giveUpAt) {
    try {
      rest = rest.subarray(writeSync(file, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
    }
  }
}
