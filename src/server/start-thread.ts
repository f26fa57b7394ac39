import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Background, startBackground } from './background.ts'

export type ToThread = { id: number; call: keyof Background; args: unknown[] }

export type FromThread =
  | { id: number; result: unknown }
  | { id: number; error: unknown }
  | { logLine: string }

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

  const ask = <Call extends keyof Background>(call: Call) => {
    const passOn = (...args: unknown[]) => {
      lastId += 1
      const asked = Promise.withResolvers<unknown>()
      waiting.set(lastId, asked)
      worker.postMessage({ id: lastId, call, args } satisfies ToThread)
      return asked.promise
    }
    return passOn as Background[Call]
  }

  return {
    query: ask('query'),
    receive: ask('receive'),
    count: ask('count'),
    report: ask('report'),
    probeWrite: ask('probeWrite'),
    nudge: ask('nudge'),
    stopSending: ask('stopSending'),
    async close() {
      const exited = once(worker, 'exit')
      await ask('close')()
      await exited
    },
  }
}
