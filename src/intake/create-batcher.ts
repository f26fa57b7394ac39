import { setImmediate as nextTurn } from 'node:timers/promises'

interface Bounds {
  /** So that nobody waits long. */
  mostPerBatch: number
  mostBatches: number
  /** So that an overload costs neither memory nor a long wait. */
  mostWaiting: number
}

const answersPerTurn = 8

/**
 * Hands on together what arrives together, while what comes after it gathers.
 * @param timed when a batch that was handed on may be answered
 */
export function createBatcher<Item, Result>(
  handle: (batch: Item[]) => Promise<Result[]>,
  whenFull: Result,
  { mostPerBatch, mostBatches, mostWaiting }: Bounds,
  timed: (work: () => Promise<Result[]>) => Promise<Result[]> = (work) => work(),
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Promise<Result>) => void }[] = []
  let isGathering = false
  let underWay = 0

  function begin() {
    if (waiting.length > 0 && !isGathering && underWay < mostBatches) void handleNext()
  }

  async function handleNext() {
    isGathering = true
    underWay += 1
    // What came in with the same turn of the event loop goes along.
    await nextTurn()
    isGathering = false
    const batch = waiting.splice(0, mostPerBatch)
    begin()
    const answered = timed(async () => {
      const handled = handle(batch.map(({ item }) => item))
      return await handled.finally(() => {
        underWay -= 1
        begin()
      })
    })
    await answered.catch(() => {})
    for (const [index, { resolve }] of batch.entries()) {
      // Pages are answered in between.
      if (index % answersPerTurn === answersPerTurn - 1) await nextTurn()
      resolve(answered.then((results) => results[index]!))
    }
  }

  return (item) => {
    if (waiting.length >= mostWaiting) return Promise.resolve(whenFull)
    return new Promise((resolve) => {
      waiting.push({ item, resolve })
      begin()
    })
  }
}
