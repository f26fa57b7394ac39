import { Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { companyLines } from '#content/company-facts.ts'
import { MailLayout, type MailLayoutProps } from './mail-layout.tsx'
import { MailButton, Paragraph } from './mail-parts.tsx'
import { rightsLinks } from './rights-links.ts'

/** What a mail says, twice: for those who see HTML, and written anew for those who do not. */
export interface MailContent {
  subject: string
  html: string
  text: string
}

interface MailParts extends Omit<MailLayoutProps, 'children'> {
  subject: string
  /** Below the title, above the foot: words, or what is written differently for each. */
  parts: (string | { html: ReactNode; text: string })[]
}

export function renderMail({ subject, parts, ...frame }: MailParts): MailContent {
  const { title, publicUrl, why, unsubscribeUrl } = frame
  const leave = unsubscribeUrl && `Unsubscribe: ${unsubscribeUrl}`
  const rights = rightsLinks(publicUrl).map(({ label, href }) => `${label}: ${href}`)
  const foot = [why, leave, rights.join('\n'), companyLines().join('\n')].filter(
    (part) => part !== undefined,
  )
  const body = parts.map((part, index) => (
    <Fragment key={index}>
      {typeof part === 'string' ? <Paragraph>{part}</Paragraph> : part.html}
    </Fragment>
  ))
  const text = parts.map((part) => (typeof part === 'string' ? part : part.text))
  const html = renderToStaticMarkup(<MailLayout {...frame}>{body}</MailLayout>)
  return {
    subject,
    html: `<!doctype html>${html}`,
    // "-- " on its own line: mail programs leave what follows out of a reply.
    text: `${[title, ...text, `-- \n${foot.join('\n\n')}`].join('\n\n')}\n`,
  }
}

export function button(label: string, href: string) {
  return { html: <MailButton href={href}>{label}</MailButton>, text: `${label}:\n${href}` }
}
