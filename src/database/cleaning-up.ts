import { constants } from 'node:os'
import { setImmediate } from 'node:timers/promises'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Cleans up after the work, also where a signal ends the process midway. */
export async function cleaningUp<T>(cleanUp: () => void, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])
  for (const signal of signals) process.on(signal, end)
  process.on('exit', cleanUp)
  try {
    return await work()
  } finally {
    await heedSignals()
    for (const signal of signals) process.off(signal, end)
    process.off('exit', cleanUp)
    cleanUp()
  }
}

/** SQLite works without a break, and a signal that comes meanwhile waits for one. */
export async function heedSignals(): Promise<void> {
  await setImmediate()
}
