import { createTransport } from 'nodemailer'
import { outcomeOf, type SendOutcome } from './send-outcome.ts'
import { needsTls } from './smtp-transport.ts'

const patienceMs = 10_000

/** Knocks at the mail server and logs in, without sending anything. */
export async function checkSmtp(url: string): Promise<SendOutcome> {
  const transport = createTransport({
    url,
    requireTLS: needsTls(url),
    // A server that offers no login would pass for one that let us in.
    forceAuth: new URL(url).username !== '',
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  })
  try {
    await transport.verify()
    return { kind: 'sent' }
  } catch (error) {
    return outcomeOf(error, false)
  }
}
