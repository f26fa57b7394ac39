const firstPauseMs = 30_000
export const longestPauseMs = 4 * 3_600_000

/** Half a minute, then twice as long each time, up to four hours. */
export function retryPauseMs(attempts: number): number {
  return Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs)
}

/**
 * So many fit into five days. Counted, not timed: neither a jumping clock nor a server that was switched
 * off for a week gives up on anything.
 */
export const mostAttempts = 39
