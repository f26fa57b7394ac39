import { Hono } from 'hono'
import { html } from 'hono/html'
import { digestLetter, digestSample } from '#figures/digest-letter.tsx'
import { contentLetters } from '#letters/content-letters.ts'
import { letterTo } from '#letters/letter-mail.tsx'
import type { Letter } from '#mail/letters/letter.tsx'
import { messageNoticeLetter, messageNoticeSample } from '#messages/message-notice-letter.tsx'
import { messageReceiptLetter, messageReceiptSample } from '#messages/message-receipt-letter.tsx'
import { confirmSignupLetter, confirmSignupSample } from '#newsletter/confirm-signup-letter.tsx'
import { dataLinkLetter, dataLinkSample } from '#privacy/data-link-letter.tsx'
import { mailboxTaskLetter, mailboxTaskSample } from '#privacy/mailbox-task-letter.tsx'

const automatic: Record<string, () => Letter> = {
  'confirm-signup': () => confirmSignupLetter(confirmSignupSample),
  'message-notice': () => messageNoticeLetter(messageNoticeSample),
  'message-receipt': () => messageReceiptLetter(messageReceiptSample),
  'data-link': () => dataLinkLetter(dataLinkSample),
  'mailbox-task': () => mailboxTaskLetter(mailboxTaskSample),
  digest: () => digestLetter(digestSample, 'https://www.example.com'),
}

/** The site's own letters, and those in content/letters as a subscriber would get them. */
function allLetters(): Record<string, () => Letter> {
  const { unsubscribeUrl } = confirmSignupSample
  const own = [...contentLetters()].map(([name, words]) => [
    `letters-${name}`,
    () => letterTo(words, 'https://www.example.com', unsubscribeUrl, new Date('2026-03-01')),
  ])
  return { ...automatic, ...(Object.fromEntries(own) as Record<string, () => Letter>) }
}

const base = '/dev/letters'

/** Each letter with sample props, for development only: /dev/letters, /dev/letters/NAME, /dev/letters/NAME/text */
export function createLetterPreview(): Hono {
  const app = new Hono().basePath(base)
  app.get('/', (c) => {
    const lines = Object.entries(allLetters()).map(([name, write]) => {
      const path = `${base}/${name}`
      return html`<li>
        <a href="${path}">${write().subject}</a> (<a href="${path}/text">text</a>)
      </li>`
    })
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <title>Letters</title>
          <ul>
            ${lines}
          </ul>
        </html>`,
    )
  })
  app.get('/:name', (c) => {
    const letter = allLetters()[c.req.param('name')]?.()
    return letter ? c.html(letter.html) : c.notFound()
  })
  app.get('/:name/text', (c) => {
    const letter = allLetters()[c.req.param('name')]?.()
    return letter ? c.text(`Subject: ${letter.subject}\n\n${letter.text}`) : c.notFound()
  })
  app.onError((error, c) => c.text(error.message, 500))
  return app
}
