/** The daily limit is this many times the limit per minute: 300 at 20 a minute. */
const dailyFactor = 15
/** Beyond this, the oldest clients are forgotten, so that a flood can't fill the memory. */
const maxClients = 100_000

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export type RateLimit = ReturnType<typeof createRateLimit>

/** Counts in memory, per server, by a monotonic clock. 0 a minute switches it off. */
export function createRateLimit(maxPerMinute: number, elapsedMs = () => performance.now()) {
  const minute = createWindow(minuteMs, maxPerMinute, elapsedMs)
  const day = createWindow(dayMs, maxPerMinute * dailyFactor, elapsedMs)
  /** @returns seconds to wait, or 0 if the client may go on */
  return (client: string): number => {
    if (maxPerMinute === 0) return 0
    // A request over the minute's limit doesn't count for the day.
    return minute(client) || day(client)
  }
}

function createWindow(lengthMs: number, max: number, elapsedMs: () => number) {
  let counts = new Map<string, number>()
  let startedAt = -Infinity
  return (client: string): number => {
    const now = elapsedMs()
    if (now - startedAt >= lengthMs) {
      counts = new Map()
      startedAt = now
    }
    const count = (counts.get(client) ?? 0) + 1
    counts.set(client, count)
    if (counts.size > maxClients) counts.delete(counts.keys().next().value!)
    return count <= max ? 0 : Math.ceil((startedAt + lengthMs - now) / 1000)
  }
}
