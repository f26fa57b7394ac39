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
export function mailHeaders(mail: OutgoingMail, from: string) {
  const sender = mailbox(from)
  const recipient = mailbox(mail.to)
  return {
    envelope: { from: sender.address, to: [recipient.address] },
    from: sender,
    to: recipient,
    subject: oneLine(mail.subject),
    date: mail.date,
    messageId: `<${mail.messageId}>`,
    ...(mail.replyTo === null ? {} : { replyTo: mailbox(mail.replyTo) }),
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

function mailbox(text: string): { name: string; address: string } {
  const address = addressOf(text)
  if (!/^[^\s<>()[\]\\,;:"\p{Cc}]+@[^\s<>()\\,;:"@\p{Cc}]+$/u.test(address)) {
    throw new UnsendableMail('an address in its head is no address')
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
