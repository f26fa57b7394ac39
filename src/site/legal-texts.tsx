import type { MDXContent } from 'mdx/types'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { toIso } from '#content/content-rules.ts'
import { site } from '#content/content.ts'
import type { Language, Words } from '#language.ts'
import { longDate } from '#long-time.ts'
import { ConfirmationLine, ConsentLine } from './parts/consent-line.tsx'

const words = {
  en: {
    effective: 'Effective date:',
    version: 'Version',
    updated: 'last updated:',
    date: (written: string) => written,
  },
  it: {
    effective: 'Entrata in vigore:',
    version: 'Versione',
    updated: 'ultimo aggiornamento:',
    // In one piece: on a phone it begins a line of its own.
    date: (written: string) => longDate('it', new Date(toIso(written))).replaceAll(' ', '\u00a0'),
  },
} satisfies Words

// Not imported by name: a site in English alone may have no Italian file. The build checks that none is missing.
const files = import.meta.glob<MDXContent>('../../content/*.mdx', {
  eager: true,
  import: 'default',
})
const file = (name: string) => files[`../../content/${name}`]!

export const legalContent = {
  en: { terms: file('terms.mdx'), privacy: file('privacy.mdx') },
  it: { terms: file('terms.it.mdx'), privacy: file('privacy.it.mdx') },
}

export type LegalName = keyof typeof legalContent.en

/** The consent lines and the privacy policy as plain text, as a visitor reads them. */
export function consentTexts(language: Language) {
  return {
    line: plainText(<ConsentLine language={language} />),
    confirmation: plainText(<ConfirmationLine language={language} />),
    privacy: legalText(language, 'privacy'),
  }
}

/** The lines above the text. */
export function legalDates(language: Language, name: LegalName, legal = site.legal): string[] {
  const { effective, version, updated, date } = words[language]
  const text = legal[name]
  return [
    `${effective} ${date(legal.effectiveDate)}`,
    `${version} ${text.version}, ${updated} ${date(text.lastUpdated)}`,
  ]
}

function legalText(language: Language, name: LegalName): string {
  const Text = legalContent[language][name]
  return `${legalDates(language, name).join('\n')}\n\n${plainText(<Text />)}`
}

function plainText(element: ReactElement): string {
  return renderToStaticMarkup(element)
    .replace(/<\/(?:p|div|h\d|li|dt|dd|ul|dl)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => entities[name]!)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

// The entities that React writes.
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
