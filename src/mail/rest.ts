import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 3000

export type Rest = ReturnType<typeof createRest>

/** A courier without work rests for a while: until then there may be some that nobody told it of. */
export function createRest() {
  let waking = new AbortController()
  let wasNudged = false
  return {
    /** There is work. */
    nudge() {
      wasNudged = true
      waking.abort()
    },
    wasNudged: () => wasNudged,
    /** From here on it looks for itself. */
    forgetNudge() {
      wasNudged = false
    },
    async begin() {
      if (wasNudged) return
      waking = new AbortController()
      await sleep(pollMs, undefined, waking).catch(() => {})
    },
    end: () => waking.abort(),
  }
}
