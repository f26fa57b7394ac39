import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { companyLines } from '#content/company-facts.ts'
import { LetterLayout, type LetterLayoutProps } from './letter-layout.tsx'
import { rightsLinks } from './rights-links.ts'

/** What a letter says, twice: for those who see HTML, and written anew for those who do not. */
export interface Letter {
  subject: string
  html: string
  text: string
}

interface LetterParts extends Omit<LetterLayoutProps, 'children'> {
  subject: string
  /** Below the title, above the foot. */
  body: ReactNode
  /** The same, in paragraphs. */
  text: string[]
}

export function renderLetter({ subject, body, text, ...frame }: LetterParts): Letter {
  const { title, publicUrl, why, unsubscribeUrl } = frame
  const leave = unsubscribeUrl && `Unsubscribe: ${unsubscribeUrl}`
  const rights = rightsLinks(publicUrl).map(({ label, href }) => `${label}: ${href}`)
  const foot = [why, leave, rights.join('\n'), companyLines().join('\n')].filter(
    (part) => part !== undefined,
  )
  const html = renderToStaticMarkup(<LetterLayout {...frame}>{body}</LetterLayout>)
  return {
    subject,
    html: `<!doctype html>${html}`,
    // "-- " on its own line: mail programs leave what follows out of a reply.
    text: `${[title, ...text, `-- \n${foot.join('\n\n')}`].join('\n\n')}\n`,
  }
}
