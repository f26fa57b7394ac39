import { createTransport } from 'nodemailer'
import { outcomeOf } from './send-outcome.ts'
import { needsTls } from './smtp-transport.ts'

export type SmtpCheck = { ok: true } | { ok: false; isLogin: boolean; reason: string }

const patienceMs = 10_000

/** Knocks at the mail server and logs in, without sending anything. */
export async function checkSmtp(url: string): Promise<SmtpCheck> {
  const transport = createTransport({
    url,
    requireTLS: needsTls(url),
    connectionTimeout: patienceMs,
    dnsTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  })
  try {
    await transport.verify()
    return { ok: true }
  } catch (error) {
    const outcome = outcomeOf(error, false)
    const reason = 'reason' in outcome ? outcome.reason : ''
    return { ok: false, isLogin: outcome.kind === 'authentication', reason }
  } finally {
    transport.close()
  }
}
