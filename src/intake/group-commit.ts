import { setImmediate as nextTick } from 'node:timers/promises'

/** Small, because the responses of a batch are sent together, and a page requested meanwhile waits for all of them. */
const maxBatchSize = 12
/** Beyond this, requests are rejected at once: an overload must not fill the memory or cause long waits. */
const maxWaiting = 2048

/**
 * Items that arrive while a batch is being written form the next batch: one commit, and one wait for the disk, for
 * all of them.
 */
export function createGroupCommit<Item, Result>(
  store: (batch: Item[]) => Promise<Result[]>,
  whenFull: Result,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve: (result: Promise<Result>) => void }[] = []
  let isWriting = false

  async function writeAll() {
    isWriting = true
    // Wait one tick, so that requests from this tick join the batch.
    await nextTick()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatchSize)
      waiting = waiting.slice(maxBatchSize)
      const storing = store(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) {
        resolve(storing.then((results) => results[index]!))
      }
      await storing.catch(() => {})
    }
    isWriting = false
  }

  return (item) => {
    if (waiting.length >= maxWaiting) return Promise.resolve(whenFull)
    return new Promise((resolve) => {
      waiting.push({ item, resolve })
      if (!isWriting) void writeAll()
    })
  }
}
