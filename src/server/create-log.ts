import { write, writeSync } from 'node:fs'
import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '#config.ts'

export function createLog(output: DestinationStream, level: Config['logLevel']): Logger {
  return pino({ level, serializers: { err: withoutDetails } }, output)
}

/** PostgreSQL puts the row into `detail` and a mail server the recipient into `response`: keep both out of the log. */
function withoutDetails(error: unknown) {
  const { name: type, code, message, stack } = Object(error) as NodeJS.ErrnoException
  return { type, code, message, stack }
}

const batchLength = 16_000
const flushEveryMs = 250
const maxBufferLength = 1_000_000
const retryMs = 20
const maxExitMs = 1000

/**
 * Writes log lines in batches; drops and counts lines while the output is full, closed or not read.
 * (`pino.destination` hangs at exit if the disk is full or the reader stalls.)
 */
export function createLogLines(file = 1): DestinationStream {
  let buffered = ''
  let dropped = 0
  let isWriting = false

  function flush() {
    if (isWriting || buffered === '') return
    if (dropped > 0) {
      buffered += `{"level":40,"time":${Date.now()},"count":${dropped},"msg":"log lines dropped"}\n`
    }
    const batch = Buffer.from(buffered)
    buffered = ''
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
      if (buffered.length >= batchLength) flush()
    })
  }

  setInterval(flush, flushEveryMs).unref()
  process.on('exit', () => writeBeforeExit(file, Buffer.from(buffered)))
  return {
    write(line) {
      if (buffered.length > maxBufferLength) dropped += 1
      else buffered += line
      if (buffered.length >= batchLength) flush()
    },
  }
}

function writeBeforeExit(file: number, lines: Buffer) {
  const giveUpAt = performance.now() + maxExitMs
  let rest = lines
  while (rest.length > 0 && performance.now() < giveUpAt) {
    try {
      rest = rest.subarray(writeSync(file, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
    }
  }
}
