import { isIP } from 'node:net'
import { convertIPv4BinaryToString, convertIPv6ToBinary } from 'hono/utils/ipaddr'
import type { Config } from '#config.ts'
import { keyedHash } from '#keyed-hash.ts'
import type { ClientHashes } from './rate-limit.ts'

export interface ClientLimits extends Pick<Config, 'submissionsPerMinute' | 'trustedProxies'> {
  secret: string
}

/** A client as the rate limit knows them; their address is not kept. Nobody asks while it is off. */
export function clientHashes(
  address: string | undefined,
  forwardedFor: string | undefined,
  { secret, submissionsPerMinute, trustedProxies }: ClientLimits,
): ClientHashes {
  if (submissionsPerMinute === 0) return { client: '', network: '' }
  const { client, network } = clientAddress(address, forwardedFor, trustedProxies)
  return {
    client: keyedHash(secret, 'client', client),
    network: keyedHash(secret, 'network', network),
  }
}

/**
 * Who is asking, for the rate limit only. Forwarded headers are believed only as far as there are
 * proxies of ours in front: the entry that the outermost of them wrote, counted from the right.
 * @returns an IPv4 address as both; in hex the /64 that is the least an IPv6 customer has, and the /48
 * that is the most one has for the asking
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
) {
  const forwarded = forwardedFor?.split(',').map((entry) => withoutPort(entry.trim()))
  // Where there are fewer entries, a proxy of ours has begun anew: the first is the furthest that is known.
  const claimed =
    trustedProxies > 0 ? (forwarded?.at(-trustedProxies) ?? forwarded?.[0]) : undefined
  const address = claimed !== undefined && isIP(claimed) ? claimed : (socketAddress ?? 'unknown')
  if (isIP(address) !== 6) return { client: address, network: address }
  const bits = convertIPv6ToBinary(address.replace(/%.*/, ''))
  if (ipv4Networks.has(bits >> 32n)) {
    const ipv4 = convertIPv4BinaryToString(bits & 0xffff_ffffn)
    return { client: ipv4, network: ipv4 }
  }
  return { client: (bits >> 64n).toString(16), network: (bits >> 80n).toString(16) }
}

/** An IPv4 address in IPv6 clothes (::ffff:0:0/96), or behind a NAT64 (64:ff9b::/96), is that IPv4 address. */
const ipv4Networks = new Set([0xffffn, 0x64_ff9bn << 64n])

/** Some proxies write 192.0.2.1:5678 or [2001:db8::1]:5678. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[(.+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(entry) ?? []
  return ipv6 ?? ipv4 ?? entry
}
