import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'

/** Says once that a proxy is in front which nobody told us of. */
export function warnOfUntrustedProxy(trustedProxies: number, log: Logger): MiddlewareHandler {
  let isKnown = trustedProxies > 0
  return async (c, next) => {
    if (!isKnown && c.req.header('x-forwarded-for') !== undefined) {
      isKnown = true
      log.warn(
        'X-Forwarded-For arrives, but TRUST_PROXY is 0: all visitors behind a proxy share one limit. If the proxy is yours, set TRUST_PROXY=1.',
      )
    }
    await next()
  }
}
