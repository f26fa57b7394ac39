import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Arrival, Outcome } from '#intake/receive-submissions.ts'
import type { StartBackground } from './background.ts'

export type ToThread =
  | { id: number; arrivals: Arrival[]; now: Date }
  | { nudge: true }
  | { close: true }

export type FromThread = { id: number; outcomes: Outcome[] } | { logLine: string }

/** The background on a thread of its own: SQLite waits for the disk there, and letters are rendered there. */
export const startThread: StartBackground = (options, logLines) => {
  const worker = new Worker(new URL('background-thread.js', import.meta.url), {
    workerData: options,
    // A letter to a hundred thousand makes much garbage and holds little: it is to be swept early.
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
  })
  const waiting = new Map<number, (outcomes: Outcome[]) => void>()
  let lastId = 0
  const tell = (message: ToThread) => worker.postMessage(message)
  worker.on('message', (message: FromThread) => {
    if ('logLine' in message) logLines.write(message.logLine)
    else {
      waiting.get(message.id)?.(message.outcomes)
      waiting.delete(message.id)
    }
  })
  // Without it the site would take submissions and keep none: whoever watches the process restarts it.
  worker.on('error', (error) => {
    throw error
  })
  return {
    receive: (arrivals, now) =>
      new Promise((resolve) => {
        lastId += 1
        waiting.set(lastId, resolve)
        tell({ id: lastId, arrivals, now })
      }),
    nudge: () => tell({ nudge: true }),
    async close() {
      tell({ close: true })
      await once(worker, 'exit')
    },
  }
}
