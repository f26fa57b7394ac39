import { site } from '#content/content.ts'
import type { LaunchLetter } from '#launch/launch-letter.tsx'
import type { OutgoingMail } from '#mail/mail-headers.ts'
import { addressOf } from '#mail/queue-mail.ts'
import { unsubscribeUrl } from '#newsletter/subscription-links.ts'
import type { Desk } from './desk.ts'

/** The letter as one subscriber gets it, with a link to unsubscribe that is theirs alone. */
export function launchMail(
  desk: Desk,
  letter: LaunchLetter,
  recipient: { subscriberId: string; email: string },
): OutgoingMail {
  const { config, secret } = desk
  const link = unsubscribeUrl({ publicUrl: config.publicUrl, secret }, recipient.subscriberId)
  return {
    ...letter.addressedTo(link),
    to: recipient.email,
    replyTo: null,
    unsubscribeUrl: link,
    // The same whenever it is sent: should a doubt be sent again, mail programs may show it once.
    messageId: `launch-${recipient.subscriberId}@${addressOf(senderOf(desk)).split('@').at(-1)}`,
    date: desk.clock(),
  }
}

export function senderOf({ config }: Desk): string {
  return config.mailFrom ?? `${site.brand} <${site.email}>`
}
