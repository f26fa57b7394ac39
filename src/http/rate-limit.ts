import { ipv6Network } from './client-address.ts'

/** The daily limit is this many times SUBMISSIONS_PER_MINUTE. */
const dailyFactor = 15
/**
 * An IPv6 /48 is one customer, one company, or many phones of one mobile network: it gets this many times the limits of a
 * client.
 */
const networkFactor = 5
/** Beyond this, the clients that were silent longest are forgotten, so that a flood can't fill the memory. */
const maxClients = 100_000

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export type RateLimit = ReturnType<typeof createRateLimit>

/** Counts in memory, per server, by a monotonic clock. 0 a minute switches it off. */
export function createRateLimit(maxPerMinute: number, elapsedMs = () => performance.now()) {
  const perClient = createWindows(maxPerMinute, elapsedMs)
  const perNetwork = createWindows(maxPerMinute * networkFactor, elapsedMs)
  /** @returns seconds to wait, or 0 if the client may go on */
  return (client: string): number => {
    if (maxPerMinute === 0) return 0
    const network = ipv6Network(client)
    // A client's rejected requests don't count for its network.
    return perClient(client) || (network === undefined ? 0 : perNetwork(network))
  }
}

function createWindows(maxPerMinute: number, elapsedMs: () => number) {
  const minute = createWindow(minuteMs, maxPerMinute, elapsedMs)
  const day = createWindow(dayMs, maxPerMinute * dailyFactor, elapsedMs)
  // A request over the minute's limit doesn't count for the day.
  return (client: string): number => minute(client) || day(client)
}

function createWindow(lengthMs: number, max: number, elapsedMs: () => number) {
  // Two halves, because deleting a Map's oldest entries one by one gets slower with each.
  let recent = new Map<string, number>()
  let older = new Map<string, number>()
  let startedAt = -Infinity
  const forget = () => {
    recent = new Map()
    older = new Map()
  }
  return (client: string): number => {
    const now = elapsedMs()
    if (now - startedAt >= lengthMs) {
      forget()
      startedAt = now
      // The privacy policy promises that no address stays longer, also if no other form arrives.
      setTimeout(forget, lengthMs).unref()
    }
    const count = (recent.get(client) ?? older.get(client) ?? 0) + 1
    recent.set(client, count)
    if (recent.size >= maxClients / 2) {
      older = recent
      recent = new Map()
    }
    return count <= max ? 0 : Math.ceil((startedAt + lengthMs - now) / 1000)
  }
}
