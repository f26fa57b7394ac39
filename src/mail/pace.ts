import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Lets mail go at most so fast, by performance.now(): what a slow server held up is not made up for in a burst.
 * @param signal ends all waiting
 */
export function createPace(mailPerSecond: number, signal: AbortSignal) {
  let lastStartAt = -Infinity
  return async (startAt: number) => {
    const waitMs = Math.max(startAt, lastStartAt + 1000 / mailPerSecond) - performance.now()
    if (waitMs >= 1) await sleep(waitMs, undefined, { signal }).catch(() => {})
    lastStartAt = performance.now()
  }
}
