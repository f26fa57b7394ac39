import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Background, OpenBackground } from './background.ts'

export type ToThread = { id: number; call: keyof Background; args: unknown[] }

export type FromThread = { logLine: string } | { id: number; result?: unknown; error?: unknown }

/** Runs the background work on its own thread, which waits for the disk and renders letters. */
export const startThread: OpenBackground = (options, logLines) => {
  // A large letter creates much short-lived garbage: a small young generation collects it early. Set as a flag,
  // because the flag of this process overrides `maxYoungGenerationSizeMb`.
  setFlagsFromString('--max-semi-space-size=1')
  const worker = new Worker(new URL('background-thread.js', import.meta.url), {
    workerData: options,
    resourceLimits: { maxOldGenerationSizeMb: 96 },
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  worker.on('message', (message: FromThread) => {
    if ('logLine' in message) return logLines.write(message.logLine)
    const pending = waiting.get(message.id)!
    waiting.delete(message.id)
    if ('error' in message) pending.reject(message.error)
    else pending.resolve(message.result)
  })
  // Without this thread nothing can be stored: crash, so that the service manager restarts the server.
  worker.on('error', (error) => {
    throw error
  })

  const onThread = <Name extends keyof Background>(call: Name) =>
    ((...args: unknown[]) => {
      lastId += 1
      const pending = Promise.withResolvers<unknown>()
      waiting.set(lastId, pending)
      worker.postMessage({ id: lastId, call, args } satisfies ToThread)
      return pending.promise
    }) as Background[Name]

  return {
    store: onThread('store'),
    confirm: onThread('confirm'),
    countOpened: onThread('countOpened'),
    unsubscribe: onThread('unsubscribe'),
    reportNotMe: onThread('reportNotMe'),
    erase: onThread('erase'),
    setNoMoreEmail: onThread('setNoMoreEmail'),
    changeLanguage: onThread('changeLanguage'),
    countVisits: onThread('countVisits'),
    probeWrite: onThread('probeWrite'),
    stopWork: onThread('stopWork'),
    close: onThread('close'),
  }
}
