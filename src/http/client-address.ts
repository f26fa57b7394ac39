import { isIP } from 'node:net'
import { expandIPv6 } from 'hono/utils/ipaddr'

interface ClientAddress {
  /** The IPv4 address, or the /64 that is the least an IPv6 customer has. */
  client: string
  /** The IPv4 address, or the /48 that is the most one has for the asking. */
  network: string
}

/**
 * Who is asking, for the rate limit only. Forwarded headers are believed only as far as there are
 * proxies of ours in front: the entry that the outermost of them wrote, counted from the right.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): ClientAddress {
  const forwarded = forwardedFor?.split(',').map((entry) => withoutPort(entry.trim()))
  // Where there are fewer entries, a proxy of ours has begun anew: the first is the furthest that is known.
  const claimed =
    trustedProxies > 0 ? (forwarded?.at(-trustedProxies) ?? forwarded?.[0]) : undefined
  const address = claimed !== undefined && isIP(claimed) ? claimed : (socketAddress ?? 'unknown')
  if (isIP(address) !== 6) return { client: address, network: address }
  const groups = groupsOf(address)
  const ipv4 = ipv4Within(groups)
  if (ipv4 !== undefined) return { client: ipv4, network: ipv4 }
  return { client: groups.slice(0, 4).join(':'), network: groups.slice(0, 3).join(':') }
}

/** Some proxies write 192.0.2.1:5678 or [2001:db8::1]:5678. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[(.+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(entry) ?? []
  return ipv6 ?? ipv4 ?? entry
}

/** The eight of an IPv6 address, in one spelling. */
function groupsOf(address: string): string[] {
  const [bare = ''] = address.split('%')
  return expandIPv6(bare)
    .split(':')
    .map((group) => Number.parseInt(group, 16).toString(16))
}

/** An IPv4 address in IPv6 clothes (::ffff:0:0/96), or behind a NAT64 (64:ff9b::/96), is that IPv4 address. */
function ipv4Within(groups: string[]): string | undefined {
  if (!['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'].includes(groups.slice(0, 6).join(':')))
    return undefined
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
