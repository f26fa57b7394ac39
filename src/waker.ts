/** Lets a loop sleep until there is work. If `wake` is called while it is awake, its next sleep ends at once. */
export function createWaker() {
  let waking = Promise.withResolvers<void>()
  return {
    wake: () => waking.resolve(),
    async sleep(ms: number) {
      const timer = setTimeout(waking.resolve, ms)
      await waking.promise
      clearTimeout(timer)
      waking = Promise.withResolvers()
    },
  }
}
