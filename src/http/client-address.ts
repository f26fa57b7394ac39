import { isIP } from 'node:net'
import { convertIPv4BinaryToString, convertIPv6ToBinary } from 'hono/utils/ipaddr'

/**
 * The client's address, for the rate limit. Of X-Forwarded-For only our own proxies' entries are trusted: it is the one
 * that the outermost of them wrote, counted from the right.
 * @returns an IPv4 address, or the /64 of an IPv6 address in hex
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const forwarded = forwardedFor?.split(',').map((entry) => withoutPort(entry.trim()))
  // With fewer entries than proxies, one of ours started a new list: its first entry is the furthest known.
  const named = trustedProxies > 0 ? (forwarded?.at(-trustedProxies) ?? forwarded?.[0]) : undefined
  const address = named !== undefined && isIP(named) ? named : (socketAddress ?? 'unknown')
  if (isIP(address) !== 6) return address
  const bits = convertIPv6ToBinary(address.replace(/%.*/, ''))
  if (ipv4Networks.has(bits >> 32n)) return convertIPv4BinaryToString(bits & 0xffff_ffffn)
  // 6to4 (2002::/16): each IPv4 address has a /48.
  if (bits >> 112n === 0x2002n) return convertIPv4BinaryToString((bits >> 80n) & 0xffff_ffffn)
  return (bits >> 64n).toString(16)
}

/** @returns the /48 of a client whose address is the /64 of an IPv6 address, in hex */
export function ipv6Network(client: string): string | undefined {
  return /^[\da-f]{5,16}$/.test(client) ? client.slice(0, -4) : undefined
}

/** IPv4-mapped (::ffff:0:0/96) and NAT64 (64:ff9b::/96) addresses stand for an IPv4 address. */
const ipv4Networks = new Set([0xffffn, 0x64_ff9bn << 64n])

/** Some proxies write 192.0.2.1:5678 or [2001:db8::1]:5678. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[(.+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(entry) ?? []
  return ipv6 ?? ipv4 ?? entry
}
