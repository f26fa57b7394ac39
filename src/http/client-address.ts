import { isIP } from 'node:net'

/**
 * Who is asking, for the rate limit only. Forwarded headers are believed only as far as there are
 * proxies of ours in front: the entry that the outermost of them wrote, counted from the right.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const forwarded = forwardedFor?.split(',').map((entry) => withoutPort(entry.trim()))
  const claimed = trustedProxies > 0 ? forwarded?.at(-trustedProxies) : undefined
  const address = claimed !== undefined && isIP(claimed) ? claimed : (socketAddress ?? 'unknown')
  return isIP(address) === 6 ? networkOf(address) : address
}

/** Some proxies write 192.0.2.1:5678 or [2001:db8::1]:5678. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[(.+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(entry) ?? []
  return ipv6 ?? ipv4 ?? entry
}

/** One IPv6 customer has at least a /64; an IPv4 address in IPv6 clothes is that IPv4 address. */
function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = bare.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
