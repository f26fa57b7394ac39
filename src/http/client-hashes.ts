import type { Config } from '#config.ts'
import { clientAddress } from './client-address.ts'
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
