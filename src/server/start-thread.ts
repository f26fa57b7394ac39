import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Background, startBackground } from './background.ts'

export type ToThread = { id: number; call: keyof Background; args: unknown[] }

export type FromThread = { logLine: string } | { id: number; result?: unknown; error?: unknown }

/** The background on a thread of its own: SQLite waits for the disk there, and letters are rendered there. */
export const startThread: typeof startBackground = (options, logLines) => {
  // A letter to a hundred thousand makes much garbage and holds little: it is to be swept early. By a flag,
  // because the one this process was started with goes before `maxYoungGenerationSizeMb`.
  setFlagsFromString('--max-semi-space-size=1')
  const worker = new Worker(new URL('background-thread.js', import.meta.url), {
    workerData: options,
    resourceLimits: { maxOldGenerationSizeMb: 96 },
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  worker.on('message', (message: FromThread) => {
    if ('logLine' in message) return logLines.write(message.logLine)
    const asked = waiting.get(message.id)!
    waiting.delete(message.id)
    if ('error' in message) asked.reject(message.error)
    else asked.resolve(message.result)
  })
  // Without it the site would take submissions and keep none: whoever watches the process restarts it.
  worker.on('error', (error) => {
    throw error
  })

  const ask =
    (call: keyof Background) =>
    (...args: unknown[]) => {
      lastId += 1
      const asked = Promise.withResolvers<unknown>()
      waiting.set(lastId, asked)
      worker.postMessage({ id: lastId, call, args } satisfies ToThread)
      return asked.promise
    }

  // Every operation of the background is called by its name on the thread.
  return new Proxy({} as Background, { get: (_, call: keyof Background) => ask(call) })
}
