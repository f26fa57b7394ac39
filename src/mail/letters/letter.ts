import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
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
}): Letter {
  const foot = [
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

/** Italian law wants these in every letter of a company. */
export function companyLines(): string[] {
  const { company } = site
  return [
    `${company.name} ${company.legalForm}`,
    `Registered office: ${company.registeredOffice}`,
    `Company register of ${company.companyRegister}, REA ${company.reaNumber}`,
    `Share capital ${company.shareCapital}`,
    `VAT IT${company.vatNumber}`,
    ...(company.pec === undefined ? [] : [`PEC ${company.pec}`]),
  ]
}
