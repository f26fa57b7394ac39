import type { Database } from '#database/connect.ts'
import { createBatcher } from '#intake/create-batcher.ts'
import type { Arrival, Outcome } from '#intake/receive-submissions.ts'
import type { Background } from './background.ts'
import { onGrid } from './on-grid.ts'

/** SQLite writes one batch while the next is on its way to it. PostgreSQL works on several. */
const mostBatches = { sqlite: 2, postgres: 3 }

// The time of an answer tells nothing about its work, which hardly ever takes longer than a step. In a crowd
// it is that of a whole batch, in which one more or less hardly counts: a fine grid for all of it will do.
export const stepMs = 32
const crowd = 16
const batchStepMs = 1

/** Hands submissions to the background, those together that come together. */
export function createReceiver(background: Background, kind: Database['kind']) {
  const receive = createBatcher(
    (arrivals: Arrival[]) => background.receive(arrivals),
    'unavailable',
    { mostPerBatch: 64, mostBatches: mostBatches[kind], mostWaiting: 1024 },
    (work) => onGrid(work, batchStepMs),
  )
  let inHand = 0
  return async (arrival: Arrival): Promise<Outcome> => {
    inHand += 1
    const work = () => receive(arrival)
    return await (inHand > crowd ? work() : onGrid(work, stepMs)).finally(() => (inHand -= 1))
  }
}
