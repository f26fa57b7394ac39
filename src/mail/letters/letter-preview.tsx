import { Hono } from 'hono'
import { renderToStaticMarkup } from 'react-dom/server'
import { confirmSignupLetter, confirmSignupSample } from './confirm-signup.tsx'
import { dataLinkLetter, dataLinkSample } from './data-link.tsx'
import type { Letter } from './letter.ts'
import { messageNoticeLetter, messageNoticeSample } from './message-notice.tsx'
import { messageReceiptLetter, messageReceiptSample } from './message-receipt.tsx'

const letters: Record<string, () => Letter> = {
  'confirm-signup': () => confirmSignupLetter(confirmSignupSample),
  'message-notice': () => messageNoticeLetter(messageNoticeSample),
  'message-receipt': () => messageReceiptLetter(messageReceiptSample),
  'data-link': () => dataLinkLetter(dataLinkSample),
}

const base = '/dev/letters'

/** Each letter with sample props, for development only: /dev/letters, /dev/letters/NAME, /dev/letters/NAME/text */
export function createLetterPreview(): Hono {
  const app = new Hono().basePath(base)
  app.get('/', (c) => c.html(`<!doctype html>${renderToStaticMarkup(<LetterList />)}`))
  app.get('/:name', (c) => {
    const letter = letters[c.req.param('name')]?.()
    return letter ? c.html(letter.html) : c.notFound()
  })
  app.get('/:name/text', (c) => {
    const letter = letters[c.req.param('name')]?.()
    return letter ? c.text(`Subject: ${letter.subject}\n\n${letter.text}`) : c.notFound()
  })
  return app
}

function LetterList() {
  return (
    <html lang="en">
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Letters</title>
      </head>
      <body>
        <h1>Letters</h1>
        <ul>
          {Object.entries(letters).map(([name, write]) => (
            <li key={name}>
              <a href={`${base}/${name}`}>{write().subject}</a> (
              <a href={`${base}/${name}/text`}>text</a>)
            </li>
          ))}
        </ul>
      </body>
    </html>
  )
}
