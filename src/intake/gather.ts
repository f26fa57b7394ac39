/**
 * Hands on together what arrives together: one batch at a time, while the next one gathers.
 * @param most a bound, so that nobody waits long
 */
export function gather<Item, Result>(
  hand: (batch: Item[]) => Promise<Result[]>,
  most: number,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; settle: PromiseWithResolvers<Result> }[] = []
  let isBusy = false

  async function handAll() {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most)
      try {
        const results = await hand(batch.map(({ item }) => item))
        for (const [index, { settle }] of batch.entries()) settle.resolve(results[index]!)
      } catch (error) {
        for (const { settle } of batch) settle.reject(error)
      }
    }
    isBusy = false
  }

  return (item) => {
    const settle = Promise.withResolvers<Result>()
    waiting.push({ item, settle })
    if (!isBusy) {
      isBusy = true
      // What came in with the same turn of the event loop goes along.
      setImmediate(() => void handAll())
    }
    return settle.promise
  }
}
