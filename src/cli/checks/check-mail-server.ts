import { checkSmtp } from '#mail/check-smtp.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const subject = 'Mail server'

export async function checkMailServer(smtpUrl: string | undefined): Promise<Finding> {
  if (smtpUrl === undefined) {
    const advice = 'Set it to smtps://user:password@host (or smtp://…:587).'
    return failure(subject, 'SMTP_URL is not set: mail waits in the outbox', advice)
  }
  const { host, username, hostname, searchParams } = new URL(smtpUrl)
  const check = await checkSmtp(smtpUrl)
  if (check.kind !== 'sent') {
    const [what, advice] =
      check.kind === 'authentication'
        ? ['does not let us in', 'Check the user and the password in SMTP_URL.']
        : [
            'cannot be reached',
            'Check the host and the port in SMTP_URL, and that this machine may reach them.',
          ]
    return failure(subject, `${host} ${what}: ${check.reason}`, advice)
  }
  if (username !== '' && searchParams.get('requireTLS') === 'false') {
    const message = `${host} gets the password in clear text: SMTP_URL says requireTLS=false`
    const advice = 'Take it out of SMTP_URL, unless the way to that server is yours.'
    return warning(subject, message, advice)
  }
  if (username === '' && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) {
    const advice = 'Most servers want one: smtps://user:password@host.'
    return warning(subject, `${host} is reachable, but no user is given`, advice)
  }
  return ok(subject, `${host} is reachable${username ? ' and lets us in' : ''}`)
}
