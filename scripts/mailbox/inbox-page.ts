import { html, raw } from 'hono/html'
import type { CaughtMail } from './inbox.ts'

/** The list, and the chosen letter beside it. */
export function inboxPage(mails: CaughtMail[], chosen: CaughtMail | undefined) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Mailbox (${mails.length})</title>
        <link rel="stylesheet" href="/inbox.css" />
        <script src="/inbox.js" defer></script>
      </head>
      <body>
        <header>
          <h1>Mailbox</h1>
          <p>What the site sends lands here, and goes no further.</p>
        </header>
        <nav aria-label="Mails">
          ${mails.length === 0 ? html`<p class="empty">No mail yet.</p>` : ''}
          <ol>
            ${mails.map((mail) => entry(mail, mail === chosen))}
          </ol>
        </nav>
        <main>${chosen ? letter(chosen) : howToFillIt}</main>
      </body>
    </html>`
}

function entry({ id, at, to, email }: CaughtMail, isChosen: boolean) {
  return html`<li>
    <a href="/mail/${id}" ${isChosen ? raw('aria-current="page"') : ''}>
      <b>${email.subject ?? '(no subject)'}</b>
      <span>${to}</span>
      <time datetime="${at.toISOString()}">${at.toTimeString().slice(0, 8)}</time>
    </a>
  </li>`
}

function letter({ id, email }: CaughtMail) {
  return html`<h2>${email.subject ?? '(no subject)'}</h2>
    ${
      email.html === undefined
        ? ''
        : html`<h3>The letter</h3>
            <iframe
              title="The letter"
              src="/mail/${id}/html"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            ></iframe>`
    }
    ${
      email.text === undefined
        ? ''
        : html`<h3>Its text part</h3>
            <pre>${withLinks(email.text)}</pre>`
    }
    <h3>Its head</h3>
    <dl>
      ${email.headers.map(
        ({ originalKey, value }) =>
          html`<div>
            <dt>${originalKey}</dt>
            <dd>${withLinks(value)}</dd>
          </div>`,
      )}
    </dl>
    <p><a href="/mail/${id}/source" target="_blank">The whole source</a></p>`
}

const howToFillIt = html`<h2>Nothing here yet</h2>
  <p>Start the site with this mailbox as its mail server, and sign up for the newsletter:</p>
  <pre>SMTP_URL=smtp://127.0.0.1:2525 npm start</pre>`

/** Everything escaped, and the web addresses clickable. */
function withLinks(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1
        ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>`
        : html`${part}`,
    )
}
