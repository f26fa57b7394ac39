import type { Logger } from 'pino'
import { createWaker } from './waker.ts'

interface Failures {
  log: Logger
  /** Logged with each error of the job. */
  failure: string
}

/** Runs a job now, and again a time after each end, until it is stopped. Never twice at once. */
export function every(
  ms: number,
  job: (stopping: AbortSignal) => Promise<unknown>,
  { log, failure }: Failures,
) {
  const waker = createWaker()
  const stopping = new AbortController()
  const { signal } = stopping

  async function run() {
    while (!signal.aborted) {
      try {
        await job(signal)
      } catch (error) {
        log.error({ err: error }, failure)
      }
      if (!signal.aborted) await waker.sleep(ms)
    }
  }

  const running = run()
  return {
    /** Waits for the job if it is running. */
    async stop() {
      stopping.abort()
      waker.wake()
      await running
    },
  }
}
