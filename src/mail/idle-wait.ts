import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 3000

export type IdleWait = ReturnType<typeof createIdleWait>

/** Waits between polls. Mail queued in this process ends the wait; that of others is found by the next poll. */
export function createIdleWait() {
  let waking = new AbortController()
  let wasNudged = false
  function nudge() {
    wasNudged = true
    waking.abort()
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
      waking = new AbortController()
      await sleep(pollMs, undefined, waking).then(nudge, () => {})
    },
    end: () => waking.abort(),
  }
}
