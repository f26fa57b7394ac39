import { site } from '#content/content.ts'
import { digestMail, digestSample } from '#figures/digest-mail.tsx'
import type { Language } from '#language.ts'
import { floodNoticeMail } from '#mail/flood-notice-mail.tsx'
import type { MailContent } from '#mail/layout/render-mail.tsx'
import { messageNoticeMail, messageNoticeSample } from '#messages/message-notice-mail.tsx'
import { messageReceiptMail } from '#messages/message-receipt-mail.tsx'
import { confirmSignupMail } from '#newsletter/confirm-signup-mail.tsx'
import { contentLetters } from '#newsletter/content-letters.ts'
import { languagesOf, type OwnLetter } from '#newsletter/letter-file.ts'
import { fillLetter, renderLetter } from '#newsletter/letter-mail.tsx'
import { dataLinkMail } from '#privacy/data-link.tsx'
import { mailboxTaskMail } from '#privacy/mailbox-task.tsx'
import { localPath, routes } from '#routes.ts'

const sentAt = new Date('2026-03-01')
const reader = { id: '019d0000-0000-7000-8000-000000000000', confirmedAt: sentAt }

/** The site's own mails, by name, with sample content. Links with a token in them lead nowhere. */
export function sampleMails(publicUrl: string): Map<string, MailContent> {
  return new Map<string, MailContent>([
    ...site.languages.flatMap((language) => visitorMails(language, publicUrl)),
    ['message-notice', messageNoticeMail({ ...messageNoticeSample, publicUrl })],
    ['mailbox-task', mailboxTaskMail([sentAt], publicUrl)],
    ['flood-notice', floodNoticeMail(publicUrl)],
    ['digest', digestMail(digestSample, publicUrl)],
  ])
}

/** The letters in content/letters, by file name, as a subscriber gets them. */
export function letterPreviews(publicUrl: string): Map<string, MailContent> {
  return new Map([...contentLetters().values()].flatMap((own) => letterMails(own, publicUrl)))
}

function visitorMails(language: Language, publicUrl: string): [string, MailContent][] {
  const url = (route: string) => `${publicUrl}${localPath(language, route)}/AQEBmMlJ0gAbSample`
  const urls = { confirmUrl: url(routes.confirm), publicUrl, notMeUrl: url(routes.notMe) }
  return [
    [named(language, 'confirm-signup'), confirmSignupMail(language, urls)],
    [named(language, 'message-receipt'), messageReceiptMail(language, publicUrl)],
    [named(language, 'my-data-link'), dataLinkMail(language, url(routes.myData), publicUrl)],
  ]
}

function letterMails(own: OwnLetter, publicUrl: string): [string, MailContent][] {
  const letter = renderLetter(own, { publicUrl, sender: '' })
  return languagesOf(letter.texts).map((language) => [
    named(language, own.name),
    fillLetter(letter, 'no secret', { ...reader, language }),
  ])
}

/** As the files of letters: launch, launch.it. */
function named(language: Language, name: string): string {
  return language === 'en' ? name : `${name}.${language}`
}
