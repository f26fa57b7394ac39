import { addressOf } from './queue-mail.ts'

export interface OutgoingMail {
  to: string
  subject: string
  html: string
  text: string
  replyTo: string | null
  unsubscribeUrl: string | null
  /** Without its angle brackets. The same at every attempt. */
  messageId: string
  date: Date
}

/** Who, to whom, about what. Nothing in it can become a second header or a second recipient. */
export function mailHeaders(mail: OutgoingMail, sender: Mailbox) {
  const recipient = parseMailbox(mail.to)
  return {
    envelope: { from: sender.address, to: [recipient.address] },
    from: sender,
    to: recipient,
    subject: oneLine(mail.subject),
    date: mail.date,
    messageId: `<${mail.messageId}>`,
    ...(mail.replyTo === null ? {} : { replyTo: parseMailbox(mail.replyTo) }),
    headers: mail.unsubscribeUrl === null ? automatic : unsubscribe(mail.unsubscribeUrl),
  }
}

/** Keeps holiday notices from answering (RFC 3834). A newsletter is a person's letter, and has none. */
const automatic = { 'Auto-Submitted': 'auto-generated' }

/** RFC 8058. */
function unsubscribe(url: string) {
  const { href } = new URL(url)
  return {
    // Prepared: nodemailer would fold a long address, and some readers do not unfold it.
    'List-Unsubscribe': { prepared: true, value: `<${href}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

export interface Mailbox {
  name: string
  address: string
}

/** Reads `address` or `Name <address>`. */
export function parseMailbox(text: string): Mailbox {
  const address = addressOf(text)
  if (!/^[^\s<>()[\]\\,;:"\p{Cc}]+@[^\s<>()\\,;:"@\p{Cc}]+$/u.test(address)) {
    throw new UnsendableMail(`not an address to send mail with: ${JSON.stringify(text)}`)
  }
  const name = address === text ? '' : text.slice(0, text.lastIndexOf('<'))
  return { name: oneLine(name).replaceAll('"', '').trim(), address }
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}

class UnsendableMail extends Error {
  override name = 'UnsendableMail'
}
