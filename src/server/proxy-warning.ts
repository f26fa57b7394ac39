import type { Logger } from 'pino'
import type { Config } from '#config.ts'

/** Says once that a proxy is in front which nobody told us of: by the address, or as soon as it is seen. */
export function createProxyWarning(
  { publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>,
  log: Logger,
): () => void {
  let isKnown = trustedProxies > 0
  const warn = (sign: string) => {
    if (isKnown) return
    isKnown = true
    log.warn(
      `${sign}, but TRUST_PROXY is 0: all visitors behind a proxy share one limit. If the proxy is yours, set TRUST_PROXY=1.`,
    )
  }
  if (publicUrl.startsWith('https:')) warn('PUBLIC_URL is https')
  return () => warn('X-Forwarded-For arrives')
}
