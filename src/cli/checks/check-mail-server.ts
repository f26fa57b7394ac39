import { checkSmtp } from '#mail/check-smtp.ts'
import type { Finding } from './finding.ts'

export async function checkMailServer(smtpUrl: string | undefined): Promise<Finding> {
  const subject = 'Mail server'
  if (smtpUrl === undefined) {
    return {
      level: 'failure',
      subject,
      message: 'SMTP_URL is not set: mail waits in the outbox',
      advice: 'Set it to smtps://user:password@host (or smtp://…:587).',
    }
  }
  const { host, username, hostname, searchParams } = new URL(smtpUrl)
  const check = await checkSmtp(smtpUrl)
  if (!check.ok) {
    return {
      level: 'failure',
      subject,
      message: `${host} ${check.isLogin ? 'does not let us in' : 'cannot be reached'}: ${check.reason}`,
      advice: check.isLogin
        ? 'Check the user and the password in SMTP_URL.'
        : 'Check the host and the port in SMTP_URL, and that this machine may reach them.',
    }
  }
  if (username !== '' && searchParams.get('requireTLS') === 'false') {
    return {
      level: 'warning',
      subject,
      message: `${host} gets the password in clear text: SMTP_URL message requireTLS=false`,
      advice: 'Take it out of SMTP_URL, unless the way to that server is yours.',
    }
  }
  if (username === '' && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) {
    return {
      level: 'warning',
      subject,
      message: `${host} is reachable, but no user is given`,
      advice: 'Most servers want one: smtps://user:password@host.',
    }
  }
  return {
    level: 'ok',
    subject,
    message: `${host} is reachable${username ? ' and lets us in' : ''}`,
  }
}
