import { Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { companyLine } from '#content/company-facts.ts'
import { routes } from '#routes.ts'
import { MailLayout, outlookFonts, type MailLayoutProps } from './mail-layout.tsx'
import { MailButton, Paragraph } from './mail-parts.tsx'

/** The HTML part of a mail and its plain-text part. */
export interface MailContent {
  subject: string
  html: string
  text: string
}

interface MailParts extends Pick<MailLayoutProps, 'title' | 'why'> {
  subject: string
  /** Without one, the first of the parts. */
  preview?: string
  /** Below the title, above the foot: words, or what is written differently for each. */
  parts: (string | { html: ReactNode; text: string })[]
  publicUrl: string
  unsubscribeUrl?: string
}

export function renderMail(mail: MailParts): MailContent {
  const { subject, title, preview, parts, why, publicUrl, unsubscribeUrl } = mail
  const links = [
    ...(unsubscribeUrl === undefined ? [] : [{ label: 'Unsubscribe', href: unsubscribeUrl }]),
    { label: 'Privacy Policy', href: `${publicUrl}${routes.privacy}` },
    { label: 'My data', href: `${publicUrl}${routes.myData}` },
  ]
  const body = parts.map((part, index) => (
    <Fragment key={index}>
      {typeof part === 'string' ? <Paragraph>{part}</Paragraph> : part.html}
    </Fragment>
  ))
  const text = parts.map((part) => (typeof part === 'string' ? part : part.text))
  // More than any inbox shows, and no sign cut in two.
  const [shown] = /^.{0,200}/su.exec((preview ?? text[0]!).replaceAll(/\s+/g, ' '))!
  const frame = { title, preview: shown, links, why }
  const html = renderToStaticMarkup(<MailLayout {...frame}>{body}</MailLayout>)
  const addresses = links.map(({ label, href }) => `${label}: ${href}`)
  const foot = [...(why === undefined ? [] : [why, '']), ...addresses, '', companyLine('en')]
  return {
    subject,
    html: `<!doctype html>${html.replace('</head>', `${outlookFonts}</head>`)}`,
    // "-- " on its own line: mail programs leave what follows out of a reply.
    text: `${[title, ...text, `-- \n${foot.join('\n')}`].join('\n\n')}\n`,
  }
}

export function button(label: string, href: string) {
  return { html: <MailButton href={href}>{label}</MailButton>, text: `${label}:\n${href}` }
}
