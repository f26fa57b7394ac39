import type { Finding } from './finding.ts'

export function checkPublicUrl(publicUrl: string): Finding {
  const subject = 'PUBLIC_URL'
  const { protocol, hostname } = new URL(publicUrl)
  if (/^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/.test(hostname)) {
    return {
      level: 'warning',
      subject,
      says: `${publicUrl} is this machine`,
      advice: 'Set it to the address visitors use: links in mail point there.',
    }
  }
  if (protocol !== 'https:') {
    return {
      level: 'warning',
      subject,
      says: `${publicUrl} is not https`,
      advice: 'Serve the site over https and set PUBLIC_URL accordingly.',
    }
  }
  return { level: 'ok', subject, says: publicUrl }
}
