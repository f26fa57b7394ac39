const pollMs = 3000

/** Waits between polls. Mail queued in this process ends the wait; that of others is found by the next poll. */
export function createIdleWait() {
  let waking = Promise.withResolvers<void>()
  let wasNudged = false
  function nudge() {
    wasNudged = true
    waking.resolve()
  }
  return {
    /** There is work. */
    nudge,
    wasNudged: () => wasNudged,
    /** From here on it looks for itself; what comes while it does ends the wait that follows. */
    forgetNudge() {
      wasNudged = false
      waking = Promise.withResolvers()
    },
    async begin() {
      const polling = setTimeout(nudge, pollMs)
      await waking.promise
      clearTimeout(polling)
      waking = Promise.withResolvers()
    },
    end: () => waking.resolve(),
  }
}
