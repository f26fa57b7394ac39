import type { Config } from '#config.ts'
import type { Finding } from './finding.ts'

/** The address that visitors use, and the proxy that must stand there: this server speaks no https. */
export function checkPublicUrl({ publicUrl, trustedProxies }: Config): Finding[] {
  const subject = 'PUBLIC_URL'
  const { protocol, hostname } = new URL(publicUrl)
  if (/^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/.test(hostname)) {
    const advice = 'Set it to the address visitors use: links in mail point there.'
    return [{ level: 'failure', subject, message: `${publicUrl} is this machine`, advice }]
  }
  if (protocol !== 'https:') {
    const advice = 'Serve the site over https and set PUBLIC_URL accordingly.'
    return [{ level: 'failure', subject, message: `${publicUrl} is not https`, advice }]
  }
  const isTrusted = trustedProxies > 0
  return [
    { level: 'ok', subject, message: publicUrl },
    {
      level: isTrusted ? 'ok' : 'failure',
      subject: 'TRUST_PROXY',
      message: `is ${trustedProxies}`,
      ...(!isTrusted && {
        advice:
          'https needs one: set TRUST_PROXY=1, or all visitors share one limit on submissions.',
      }),
    },
  ]
}
