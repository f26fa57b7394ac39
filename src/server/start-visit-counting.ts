import type { Logger } from 'pino'
import { createVisitCounter } from '#owner/visit-counter.ts'
import type { Operations } from './operations.ts'

const storeEveryMs = 60_000

/** Counts visits in memory and stores them every minute. */
export function startVisitCounting(
  publicUrl: string,
  clock: () => Date,
  operations: Pick<Operations, 'countVisits'>,
  log: Logger,
) {
  const visits = createVisitCounter(publicUrl, clock)
  const store = async () => {
    const counts = visits.take()
    await operations.countVisits(counts).catch((error: unknown) => {
      log.error({ err: error }, 'visits not stored')
      visits.putBack(counts)
    })
  }
  const timer = setInterval(() => void store(), storeEveryMs)
  return {
    visits,
    async stop() {
      clearInterval(timer)
      await store()
    },
  }
}
