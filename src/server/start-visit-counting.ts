import type { Logger } from 'pino'
import { createVisitCounter } from '#figures/count-visits.ts'
import type { Operations } from './operations.ts'

const keepEveryMs = 60_000

/** Counts visits here, and has them kept now and then. */
export function startVisitCounting(
  publicUrl: string,
  clock: () => Date,
  operations: Pick<Operations, 'countVisits'>,
  log: Logger,
) {
  const visits = createVisitCounter(publicUrl, clock)
  const keep = async () => {
    const counts = visits.take()
    await operations.countVisits(counts).catch((error: unknown) => {
      log.error({ err: error }, 'visits not kept')
      visits.putBack(counts)
    })
  }
  const keeping = setInterval(() => void keep(), keepEveryMs)
  return {
    visits,
    async stop() {
      clearInterval(keeping)
      await keep()
    },
  }
}
