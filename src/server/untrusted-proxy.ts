import type { Logger } from 'pino'

/** Says once that a proxy is in front which nobody told us of. */
export function createProxyWarning(trustedProxies: number, log: Logger): () => void {
  let isKnown = trustedProxies > 0
  return () => {
    if (isKnown) return
    isKnown = true
    log.warn(
      'X-Forwarded-For arrives, but TRUST_PROXY is 0: all visitors behind a proxy share one limit. If the proxy is yours, set TRUST_PROXY=1.',
    )
  }
}
