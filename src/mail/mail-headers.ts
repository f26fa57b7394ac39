import type { Config } from '#config.ts'
import { site } from '#content/content.ts'
import { hiddenCharacters } from '#hidden-characters.ts'
import { domainOf, parseMailbox, type Mailbox } from '#email-address.ts'
import type { RenderedMail } from './mail-declaration.ts'

export interface OutgoingMail extends RenderedMail {
  to: string
  /** Without its angle brackets. The same at every attempt. */
  messageId: string
  date: Date
}

/** Safe against header injection: no value can add a header or a recipient. */
export function mailHeaders(
  mail: OutgoingMail,
  own: { from: string; bounceTo?: string | undefined },
) {
  const from = mail.from ?? own.from
  const sender = mailboxOf(from)
  const recipient = mailboxOf(mail.to)
  return {
    envelope: { from: mailboxOf(own.bounceTo ?? from).address, to: [recipient.address] },
    from: sender,
    to: recipient,
    subject: mail.subject.replaceAll(hidden, ' '),
    date: mail.date,
    messageId: `<${mail.messageId}>`,
    ...(mail.replyTo === undefined ? {} : { replyTo: mailboxOf(mail.replyTo) }),
    headers: {
      ...((mail.unsubscribeUrl === undefined || mail.isAutomatic) && automatic),
      ...(mail.unsubscribeUrl !== undefined && listHeaders(mail, domainOf(from))),
      ...noTracking,
    },
  }
}

const hidden = new RegExp(`[${hiddenCharacters}]`, 'gu')

/** Default: the email in content/site.ts. */
export function ownAddresses({ mailFrom, contactTo }: Pick<Config, 'mailFrom' | 'contactTo'>) {
  return {
    from: mailFrom ?? `${site.brand} <${site.email}>`,
    contactTo: contactTo ?? site.email,
  }
}

/** Prevents vacation replies (RFC 3834). Letters that the owner sends don't have it: a person sent them. */
const automatic = { 'Auto-Submitted': 'auto-generated' }

/** RFC 8058, RFC 2919, and headers that mail providers ask for. */
function listHeaders({ unsubscribeUrl, letter = '' }: OutgoingMail, domain: string) {
  return {
    // `prepared`: nodemailer would fold a long URL, and some mail programs don't unfold it.
    'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': `<newsletter.${domain}>`,
    Precedence: 'bulk',
    // Google wants a sender of 5 to 15 characters. Its dot keeps it different from every letter's name.
    'Feedback-ID': `${letter}:${domain.slice(-15)}`,
  }
}

/** Switches off the tracking links and pictures of relays that have a header for it. */
const noTracking = {
  'X-PM-TrackOpens': 'false',
  'X-PM-TrackLinks': 'None',
  'X-Mailgun-Track': 'no',
  'X-Mailjet-TrackOpen': '0',
  'X-Mailjet-TrackClick': '0',
  'X-MC-Track': 'none',
}

function mailboxOf(text: string): Mailbox {
  const mailbox = parseMailbox(text)
  if (mailbox) return mailbox
  throw new UnsendableMail(`not an address to send mail with: ${JSON.stringify(text)}`)
}

class UnsendableMail extends Error {
  override name = 'UnsendableMail'
}
