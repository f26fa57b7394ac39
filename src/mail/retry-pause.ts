const firstPauseMs = 30_000
export const longestPauseMs = 4 * 3_600_000
const giveUpAfterMs = 5 * 24 * 3_600_000

/** Half a minute, then twice as long each time, up to four hours. */
export function retryPauseMs(attempts: number): number {
  return Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs)
}

/**
 * The attempts that fit into five days. Counted, not timed: neither a jumping clock nor a server
 * that was switched off for a week gives up on anything.
 */
export const mostAttempts = (() => {
  let attempts = 1
  for (let elapsedMs = 0; elapsedMs < giveUpAfterMs; attempts++) elapsedMs += retryPauseMs(attempts)
  return attempts
})()
