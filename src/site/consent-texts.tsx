import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { site } from '#content/content.ts'
import Privacy from '../../content/privacy.mdx'
import { ConfirmationLine, ConsentLine } from './parts/consent-line.tsx'

/** The words by both buttons and the privacy text as a visitor reads them now, figures filled in. */
export function consentTexts(): Record<'line' | 'privacy' | 'confirmation', string> {
  return {
    line: plainText(<ConsentLine />),
    confirmation: plainText(<ConfirmationLine />),
    privacy: `Effective date: ${site.legal.effectiveDate}\n\n${plainText(<Privacy />)}`,
  }
}

function plainText(element: ReactElement): string {
  return renderToStaticMarkup(element)
    .replace(/<\/(?:p|div|h\d|li|dt|dd|ul|dl)>/g, '\n')
    .replace(/<[^>]*>|\u2060/g, '')
    .replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => entities[name]!)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

// All that React writes.
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
