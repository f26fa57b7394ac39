import { Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { companyLine } from '#content/company-facts.ts'
import type { Language, Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import { MailLayout, outlookStyles, type MailLayoutProps } from './mail-layout.tsx'
import { MailButton, Paragraph } from './mail-parts.tsx'

/** The HTML part of a mail and its plain-text part. */
export interface MailContent {
  subject: string
  html: string
  text: string
}

interface MailParts extends Pick<MailLayoutProps, 'language' | 'title' | 'why'> {
  subject: string
  /** Defaults to the first of the parts. */
  preview?: string
  /** A paragraph for both formats, or HTML and text that differ. */
  parts: (string | { html: ReactNode; text: string })[]
  /** Without it there are no links to the privacy policy and My data: on mail to the owner. */
  publicUrl?: string
  unsubscribeUrl?: string
  /** Its page on the site, for anybody. */
  pageUrl?: string
}

const words = {
  en: {
    page: 'Read it on our site',
    unsubscribe: 'Unsubscribe',
    privacy: 'Privacy Policy',
    myData: 'My data',
  },
  it: {
    page: 'Leggila sul nostro sito',
    unsubscribe: 'Annulla l’iscrizione',
    privacy: 'Informativa sulla privacy',
    myData: 'I miei dati',
  },
} satisfies Words

export function renderMail(mail: MailParts): MailContent {
  const { language, subject, title, preview, parts, why, publicUrl } = mail
  const { pageUrl, unsubscribeUrl } = mail
  const { page, unsubscribe, privacy, myData } = words[language]
  const links = [
    ...(pageUrl === undefined ? [] : [{ label: page, href: pageUrl }]),
    ...(unsubscribeUrl === undefined ? [] : [{ label: unsubscribe, href: unsubscribeUrl }]),
    ...(publicUrl === undefined
      ? []
      : [
          { label: privacy, href: `${publicUrl}${localPath(language, routes.privacy)}` },
          { label: myData, href: `${publicUrl}${localPath(language, routes.myData)}` },
        ]),
  ]
  const body = parts.map((part, index) => (
    <Fragment key={index}>
      {typeof part === 'string' ? <Paragraph>{part}</Paragraph> : part.html}
    </Fragment>
  ))
  const text = parts.map((part) => (typeof part === 'string' ? part : part.text))
  // More than any mail program shows. With the u flag it can't cut a surrogate pair in two.
  const [shown] = /^.{0,200}/su.exec((preview ?? text[0]!).replaceAll(/\s+/g, ' '))!
  const frame = { language, title, preview: shown, links, why }
  const html = renderToStaticMarkup(<MailLayout {...frame}>{body}</MailLayout>)
  const addresses = links.map(({ label, href }) => `${label}: ${href}`)
  const linked = addresses.length > 0 ? [...addresses, ''] : []
  const foot = [...(why === undefined ? [] : [why, '']), ...linked, companyLine(language)]
  return {
    subject,
    html: `<!doctype html>${html.replace('</head>', `${outlookStyles}</head>`)}`,
    // "-- " on its own line: mail programs leave what follows out of a reply.
    text: `${[title, ...text, `-- \n${foot.join('\n')}`].join('\n\n')}\n`,
  }
}

export function button(language: Language, label: string, href: string) {
  const html = (
    <MailButton language={language} href={href}>
      {label}
    </MailButton>
  )
  return { html, text: `${label}:\n${href}` }
}
