/** Lets a loop sleep until there is work. A call to `wake` while it is awake ends its next sleep at once. */
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
