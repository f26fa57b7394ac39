import { setImmediate as nextTick } from 'node:timers/promises'

const maxBatch = 256
/** Beyond this a request is refused at once: an overload must cost neither memory nor a long wait. */
const maxWaiting = 2048

/**
 * Stores together what arrives while the previous batch is being written: one commit, and one wait for the disk,
 * for all of them.
 */
export function createGroupCommit<Item, Result>(
  store: (batch: Item[]) => Promise<Result[]>,
  whenFull: Result,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve: (result: Promise<Result>) => void }[] = []
  let isWriting = false

  async function writeAll() {
    isWriting = true
    // Requests of this tick join the first batch.
    await nextTick()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
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
