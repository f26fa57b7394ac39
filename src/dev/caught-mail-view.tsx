import type { ReactNode } from 'react'
import { withPictures } from '#mail/mail-pictures.ts'
import type { CaughtMail } from './catch-mail.ts'

export const base = '/dev/mail'

/** A mail that was caught, a letter or a sample. */
export interface ShownMail {
  path: string
  subject: string
  html?: string | undefined
  text?: string | undefined
  /** None before it is sent. */
  headers?: { name: string; value: string }[]
  /** Below the subject. */
  about?: ReactNode
}

/** From the query: each is a link, so that the page works without JavaScript. */
export interface ViewChoice {
  part: 'html' | 'text' | 'headers'
  width: 'phone' | 'desktop'
}

interface Props {
  caught: CaughtMail[]
  lists: { title: string; mails: ShownMail[] }[]
  shown?: ShownMail | undefined
  choice: ViewChoice
  /** Mistakes in content/letters. */
  mistakes: string[]
}

export function MailView({ caught, lists, shown, choice, mistakes }: Props) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${shown?.subject ?? 'Mail'} (development)`}</title>
        <link rel="stylesheet" href="/src/dev/mail-pages.css" />
        <script type="module" src="/src/dev/refresh-list.ts" />
      </head>
      <body className={shown ? 'reading' : undefined}>
        <header>
          <h1>
            <a href={base}>Mail</a>
          </h1>
          <p>
            Mail from the <a href="/">site</a> stops here; nothing is delivered.
          </p>
        </header>
        <nav aria-label="All mail">
          <h2>Caught</h2>
          {caught.length === 0 && <p>Nothing yet. Sign up on the site.</p>}
          <ol>
            {caught.map((mail) => (
              <Entry key={mail.id} mail={caughtMail(mail)} shown={shown}>
                <span>{mail.to}</span>
                <time dateTime={mail.at.toISOString()}>{mail.at.toTimeString().slice(0, 8)}</time>
              </Entry>
            ))}
          </ol>
          {lists.map(({ title, mails }) => (
            <section key={title}>
              <h2>{title}</h2>
              <ul>
                {mails.map((mail) => (
                  <Entry key={mail.path} mail={mail} shown={shown}>
                    <span>{mail.path.split('/').at(-1)}</span>
                  </Entry>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <main>
          {mistakes.length > 0 && <pre role="alert">{mistakes.join('\n')}</pre>}
          {shown ? <Reading mail={shown} choice={choice} /> : <p>Choose an email to read it.</p>}
        </main>
      </body>
    </html>
  )
}

export function caughtMail({ id, email }: CaughtMail): ShownMail {
  return {
    path: `${base}/${id}`,
    subject: email.subject ?? '(no subject)',
    html: withPictures(email.html ?? '', email.attachments.map(toPicture)),
    text: email.text,
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
  }
}

function toPicture({ contentId, mimeType, content }: CaughtMail['email']['attachments'][number]) {
  const base64 = Buffer.from(content as ArrayBuffer).toString('base64')
  return { cid: contentId?.slice(1, -1) ?? '', type: mimeType, base64 }
}

function Entry(props: { mail: ShownMail; shown: ShownMail | undefined; children: ReactNode }) {
  const { mail, shown, children } = props
  return (
    <li>
      <a href={mail.path} aria-current={mail.path === shown?.path ? 'page' : undefined}>
        <b>{mail.subject}</b>
        {children}
      </a>
    </li>
  )
}

const widths = { phone: 390, desktop: 700 }

function Reading({ mail, choice: { part, width } }: { mail: ShownMail; choice: ViewChoice }) {
  const tab = (label: string, next: ViewChoice, isCurrent: boolean) => (
    <a
      href={`${mail.path}?part=${next.part}&width=${next.width}`}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {label}
    </a>
  )
  return (
    <article>
      <h2>{mail.subject}</h2>
      {mail.about}
      <p className="tabs">
        {tab('Phone', { part: 'html', width: 'phone' }, part === 'html' && width === 'phone')}
        {tab('Desktop', { part: 'html', width: 'desktop' }, part === 'html' && width === 'desktop')}
        {tab('Text', { part: 'text', width }, part === 'text')}
        {mail.headers && tab('Headers', { part: 'headers', width }, part === 'headers')}
      </p>
      {part === 'html' && (
        // No scripts, no forms; a link in the mail may replace this page.
        <iframe
          title="HTML part"
          sandbox="allow-top-navigation-by-user-activation"
          srcDoc={withTopLinks(mail.html ?? '')}
          style={{ maxWidth: widths[width] }}
        />
      )}
      {part === 'text' && <pre>{withLinks(mail.text ?? '')}</pre>}
      {part === 'headers' && (
        <dl>
          {mail.headers?.map(({ name, value }, index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd>{withLinks(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  )
}

/** Without it a link would open inside the frame, where the sandbox disables its forms. */
function withTopLinks(html: string): string {
  const target = '<base target="_top">'
  return /<head\b/i.test(html)
    ? html.replace(/<head\b[^>]*>/i, (head) => head + target)
    : target + html
}

function withLinks(text: string): ReactNode[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}
