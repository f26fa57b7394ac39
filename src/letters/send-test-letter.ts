import { domainOf } from '#email-address.ts'
import type { RenderedMail } from '#mail/mail-declaration.ts'
import { createSmtpTransport } from '#mail/smtp.ts'
import { UserError } from '#user-error.ts'

/** Sends a letter to one address, marked as a test, without the outbox. */
export async function sendTestLetter(
  letter: RenderedMail,
  {
    smtpUrl,
    sender,
    contactTo,
    clock,
  }: { smtpUrl: string | undefined; sender: string; contactTo: string; clock: () => Date },
  to: string,
) {
  if (smtpUrl === undefined) throw new UserError("SMTP_URL is not set, so the test can't be sent.")
  const transport = createSmtpTransport({ url: smtpUrl, from: sender })
  const outcome = await transport.send({
    ...letter,
    subject: `[Test] ${letter.subject}`,
    to,
    replyTo: contactTo,
    messageId: `test.${crypto.randomUUID()}@${domainOf(sender)}`,
    date: clock(),
  })
  transport.close()
  if (outcome.kind !== 'sent') throw new UserError(`The test was not sent: ${outcome.reason}`)
}
