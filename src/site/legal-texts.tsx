import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { site } from '#content/content.ts'
import type { Language } from '#language.ts'
import Privacy from '../../content/privacy.mdx'
import Terms from '../../content/terms.mdx'
import { ConfirmationLine, ConsentLine } from './parts/consent-line.tsx'

export const legalContent = { terms: Terms, privacy: Privacy }

export type LegalName = keyof typeof legalContent

/** The consent lines and the privacy policy as plain text, as a visitor reads them. */
export function consentTexts(language: Language) {
  return {
    line: plainText(<ConsentLine language={language} />),
    confirmation: plainText(<ConfirmationLine language={language} />),
    privacy: legalText('privacy'),
  }
}

export function legalVersion(name: LegalName): string {
  const { version, lastUpdated } = site.legal[name]
  return `Version ${version}, last updated: ${lastUpdated}`
}

function legalText(name: LegalName): string {
  const Text = legalContent[name]
  const dates = `Effective date: ${site.legal.effectiveDate}\n${legalVersion(name)}`
  return `${dates}\n\n${plainText(<Text />)}`
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
