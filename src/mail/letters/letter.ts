import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { companyFacts } from '#content/company-facts.ts'
import { site } from '#content/content.ts'

/** What a letter says, twice: for those who see HTML, and written anew for those who do not. */
export interface Letter {
  subject: string
  html: string
  text: string
}

export function renderLetter(letter: {
  subject: string
  html: ReactElement
  /** Paragraphs; the foot is added. */
  text: string[]
  unsubscribeUrl?: string
  /** On newsletter mail: why somebody gets it. */
  why?: string
}): Letter {
  const foot = [
    ...(letter.why === undefined ? [] : [letter.why]),
    ...(letter.unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${letter.unsubscribeUrl}`]),
    companyLines().join('\n'),
  ]
  return {
    subject: letter.subject,
    html: `<!doctype html>${renderToStaticMarkup(letter.html)}`,
    // "-- " on its own line: mail programs leave what follows out of a reply.
    text: `${[...letter.text, `-- \n${foot.join('\n\n')}`].join('\n\n')}\n`,
  }
}

/** The company's facts, and where it takes mail of legal weight. */
export function companyLines(): string[] {
  const { pec } = site.company
  return [...companyFacts(), ...(pec === undefined ? [] : [`PEC ${pec}`])]
}
