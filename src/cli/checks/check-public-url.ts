import type { Config } from '#config.ts'
import { failure, ok, okIf, type Finding } from './finding.ts'

/** The address that visitors use, and the proxy that must stand there: this server speaks no https. */
export function checkPublicUrl({ publicUrl, trustedProxies }: Config): Finding[] {
  const subject = 'PUBLIC_URL'
  const { protocol, hostname } = new URL(publicUrl)
  if (/^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/.test(hostname)) {
    const advice = 'Set it to the address visitors use: links in mail point there.'
    return [failure(subject, `${publicUrl} is this machine`, advice)]
  }
  if (protocol !== 'https:') {
    const advice = 'Serve the site over https and set PUBLIC_URL accordingly.'
    return [failure(subject, `${publicUrl} is not https`, advice)]
  }
  const advice =
    'https needs one: set TRUST_PROXY=1, or all visitors share one limit on submissions.'
  const proxies = okIf(trustedProxies > 0, 'TRUST_PROXY', `is ${trustedProxies}`, advice)
  return [ok(subject, publicUrl), proxies]
}
