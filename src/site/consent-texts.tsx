import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { site } from '#content/content.ts'
import Privacy from '../../content/privacy.mdx'
import { ConsentLine } from './pages/consent-line.tsx'

/** The consent line and the privacy text as a visitor reads them now, figures filled in. */
export function consentTexts(): { line: string; privacy: string } {
  return {
    line: plainText(<ConsentLine />),
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
