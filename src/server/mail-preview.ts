import { Hono } from 'hono'
import { html } from 'hono/html'
import { digestEmail, digestSample } from '#figures/digest-mail.tsx'
import type { MailContent } from '#mail/layout/render-mail.tsx'
import { messageNoticeEmail, messageNoticeSample } from '#messages/message-notice-mail.tsx'
import { messageReceiptEmail } from '#messages/message-receipt-mail.tsx'
import { confirmSignupEmail } from '#newsletter/confirm-signup-mail.tsx'
import { contentLetters } from '#newsletter/letter-file.ts'
import { fillLetter, renderLetter } from '#newsletter/letter-mail.tsx'
import { dataLinkEmail } from '#privacy/data-link.tsx'
import { mailboxTaskEmail } from '#privacy/mailbox-task.tsx'

const publicUrl = 'https://www.example.com'
const confirmUrl = `${publicUrl}/confirm/AQEBmMlJ0gAbSample`
const notMeUrl = `${publicUrl}/not-me/AQQBmMlJ0gAbSample`
const dataUrl = `${publicUrl}/my-data/AQMBmMlJ0gAbSample`
const sentAt = new Date('2026-03-01')
const reader = { id: '019d0000-0000-7000-8000-000000000000', confirmedAt: sentAt }

/** The site's own letters, and those in content/letters as a subscriber would get them. */
function allLetters() {
  return new Map<string, MailContent>([
    ['confirm-signup', confirmSignupEmail({ confirmUrl, publicUrl, notMeUrl })],
    ['message-notice', messageNoticeEmail(messageNoticeSample)],
    ['message-receipt', messageReceiptEmail(publicUrl)],
    ['my-data-link', dataLinkEmail(dataUrl, publicUrl)],
    ['mailbox-task', mailboxTaskEmail([sentAt], publicUrl)],
    ['digest', digestEmail(digestSample, publicUrl)],
    ...Array.from(contentLetters().values(), (letter): [string, MailContent] => [
      `letters-${letter.name}`,
      fillLetter(renderLetter(letter, { publicUrl, sender: '' }), 'no secret', reader),
    ]),
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
