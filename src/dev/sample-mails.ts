import { digestEmail, digestSample } from '#figures/digest-mail.tsx'
import type { MailContent } from '#mail/layout/render-mail.tsx'
import { messageNoticeEmail, messageNoticeSample } from '#messages/message-notice-mail.tsx'
import { messageReceiptEmail } from '#messages/message-receipt-mail.tsx'
import { confirmSignupEmail } from '#newsletter/confirm-signup-mail.tsx'
import { contentLetters } from '#newsletter/letter-file.ts'
import { fillLetter, renderLetter } from '#newsletter/letter-mail.tsx'
import { dataLinkEmail } from '#privacy/data-link.tsx'
import { mailboxTaskEmail } from '#privacy/mailbox-task.tsx'

const sentAt = new Date('2026-03-01')
const reader = { id: '019d0000-0000-7000-8000-000000000000', confirmedAt: sentAt }

/** The site's own mails, by name, with sample content. Links with a token in them lead nowhere. */
export function sampleMails(publicUrl: string): Map<string, MailContent> {
  const confirmUrl = `${publicUrl}/confirm/AQEBmMlJ0gAbSample`
  const notMeUrl = `${publicUrl}/not-me/AQQBmMlJ0gAbSample`
  const dataUrl = `${publicUrl}/my-data/AQMBmMlJ0gAbSample`
  return new Map<string, MailContent>([
    ['confirm-signup', confirmSignupEmail({ confirmUrl, publicUrl, notMeUrl })],
    ['message-notice', messageNoticeEmail({ ...messageNoticeSample, publicUrl })],
    ['message-receipt', messageReceiptEmail(publicUrl)],
    ['my-data-link', dataLinkEmail(dataUrl, publicUrl)],
    ['mailbox-task', mailboxTaskEmail([sentAt], publicUrl)],
    ['digest', digestEmail(digestSample, publicUrl)],
  ])
}

/** The letters in content/letters, by name, as a subscriber gets them. */
export function letterPreviews(publicUrl: string): Map<string, MailContent> {
  return new Map(
    Array.from(contentLetters().values(), (letter): [string, MailContent] => [
      letter.name,
      fillLetter(renderLetter(letter, { publicUrl, sender: '' }), 'no secret', reader),
    ]),
  )
}
