const pollMs = 3000

export type IdleWait = ReturnType<typeof createIdleWait>

/** Waits between polls. Mail queued in this process ends the wait; that of others is found by the next poll. */
export function createIdleWait() {
  let waiting: PromiseWithResolvers<void> | undefined
  let polling: NodeJS.Timeout
  let wasNudged = false
  function end() {
    clearTimeout(polling)
    waiting?.resolve()
  }
  function nudge() {
    wasNudged = true
    end()
  }
  return {
    /** There is work. */
    nudge,
    wasNudged: () => wasNudged,
    /** From here on it looks for itself. */
    forgetNudge() {
      wasNudged = false
    },
    async begin() {
      if (wasNudged) return
      waiting = Promise.withResolvers()
      polling = setTimeout(nudge, pollMs)
      await waiting.promise
    },
    end,
  }
}
