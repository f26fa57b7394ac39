import { Hono } from 'hono'
import { html } from 'hono/html'
import { site } from '#content/content.ts'
import { digestEmail, digestSample } from '#figures/digest-mail.tsx'
import type { Language } from '#language.ts'
import type { MailContent } from '#mail/layout/render-mail.tsx'
import { messageNoticeEmail, messageNoticeSample } from '#messages/message-notice-mail.tsx'
import { messageReceiptEmail } from '#messages/message-receipt-mail.tsx'
import { confirmSignupEmail } from '#newsletter/confirm-signup-mail.tsx'
import { contentLetters } from '#newsletter/content-letters.ts'
import { languagesOf, type OwnLetter } from '#newsletter/letter-file.ts'
import { fillLetter, renderLetter } from '#newsletter/letter-mail.tsx'
import { dataLinkEmail } from '#privacy/data-link.tsx'
import { mailboxTaskEmail } from '#privacy/mailbox-task.tsx'
import { localPath, routes } from '#routes.ts'

const publicUrl = 'https://www.example.com'
const sentAt = new Date('2026-03-01')
const reader = { id: '019d0000-0000-7000-8000-000000000000', confirmedAt: sentAt }

/** The site's own letters, and those in content/letters as a subscriber would get them. */
function allLetters() {
  return new Map<string, MailContent>([
    ...site.languages.flatMap(mailsToVisitors),
    ['message-notice', messageNoticeEmail(messageNoticeSample)],
    ['mailbox-task', mailboxTaskEmail([sentAt], publicUrl)],
    ['digest', digestEmail(digestSample, publicUrl)],
    ...contentLetters().values().flatMap(letterMails),
  ])
}

const nameIn = (language: Language, name: string) =>
  language === 'en' ? name : `${name}-${language}`

function mailsToVisitors(language: Language): [string, MailContent][] {
  const url = (route: string) => `${publicUrl}${localPath(language, route)}/AQEBmMlJ0gAbSample`
  const urls = { confirmUrl: url(routes.confirm), publicUrl, notMeUrl: url(routes.notMe) }
  return [
    [nameIn(language, 'confirm-signup'), confirmSignupEmail(language, urls)],
    [nameIn(language, 'message-receipt'), messageReceiptEmail(language, publicUrl)],
    [nameIn(language, 'my-data-link'), dataLinkEmail(language, url(routes.myData), publicUrl)],
  ]
}

function letterMails(own: OwnLetter): [string, MailContent][] {
  const letter = renderLetter(own, { publicUrl, sender: '' })
  return languagesOf(letter.texts).map((language) => [
    nameIn(language, `letters-${own.name}`),
    fillLetter(letter, 'no secret', { ...reader, language }),
  ])
}

const base = '/dev/letters'

/** Each letter with sample props, for development only: /dev/letters, /dev/letters/NAME, /dev/letters/NAME/text */
export function createMailPreview(): Hono {
  const app = new Hono().basePath(base)
  app.get('/', (c) => {
    const lines = Array.from(allLetters(), ([name, { subject }]) => {
      const path = `${base}/${name}`
      return html`<li><a href="${path}">${subject}</a> (<a href="${path}/text">text</a>)</li>`
    })
    return c.html(
      html`<!doctype html><title>Letters</title>
        <ul>
          ${lines}
        </ul>`,
    )
  })
  app.get('/:name/:part{text}?', (c) => {
    const letter = allLetters().get(c.req.param('name'))
    if (!letter) return c.notFound()
    if (c.req.param('part') === undefined) return c.html(letter.html)
    return c.text(`Subject: ${letter.subject}\n\n${letter.text}`)
  })
  app.onError((error, c) => c.text(error.message, 500))
  return app
}
