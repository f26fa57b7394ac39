/**
 * The outcome of one attempt.
 * - temporary: not delivered, and worth another attempt
 * - rejected-recipient: the server knows no such mailbox
 * - rejected-message: the server rejects this mail
 * - authentication: the server rejects the login; says nothing about the mail
 * - in-doubt: the connection was lost after the whole mail was handed over: nobody can know
 * - unsure: rejected, but nothing shows that it is this mail's fault
 */
export type SendOutcome =
  | { kind: 'sent' }
  | {
      kind:
        | 'temporary'
        | 'rejected-recipient'
        | 'rejected-message'
        | 'authentication'
        | 'in-doubt'
        | 'unsure'
      reason: string
      /** Deferred when the server already knew the recipient or the content. */
      isAboutMail?: true
    }

export function outcomeOf(thrown: unknown, handedOver: boolean): SendOutcome {
  const error = thrown as SmtpError
  const { command, responseCode = 0 } = error
  // 421: the server closes the session, whatever the command was.
  const isAboutMail =
    /^(?:RCPT TO|DATA)$/.test(command ?? '') && isTemporary(responseCode) && responseCode !== 421
  return {
    kind: kindOf(error, handedOver),
    // The mail server's text may have any length, and PostgreSQL rejects NUL.
    reason: error.message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 5000),
    ...(isAboutMail && { isAboutMail }),
  }
}

/** As nodemailer throws it. */
interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
  command?: string
}

function kindOf(
  { name, code, responseCode = 0, response = '', command }: SmtpError,
  handedOver: boolean,
) {
  const isRefusal = responseCode >= 400 && responseCode < 600
  if (handedOver && !isRefusal) return 'in-doubt'
  if (name === 'UnsendableMail') return 'rejected-message'
  // Some servers ask for a login when they reject a recipient.
  if (authenticationCodes.has(responseCode) && command === 'RCPT TO') return 'rejected-message'
  if (authenticationCodes.has(responseCode) || (code === 'EAUTH' && !isTemporary(responseCode))) {
    return 'authentication'
  }
  // 503: the session is out of sync, and a new one may work.
  if (!isRefusal || isTemporary(responseCode) || responseCode === 503) return 'temporary'
  // A policy (5.7.x: "relaying denied", "blocked") is about us, not about the recipient.
  if (command === 'RCPT TO') {
    return /^\d{3}[ -]5\.7\./.test(response) ? 'rejected-message' : 'rejected-recipient'
  }
  // A 5xx in the greeting or the handshake is about the session: no mail was named yet.
  return command === 'MAIL FROM' || command === 'DATA' ? 'rejected-message' : 'temporary'
}

const authenticationCodes = new Set([530, 534, 535, 538])

function isTemporary(responseCode: number): boolean {
  return responseCode >= 400 && responseCode < 500
}
