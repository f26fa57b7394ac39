import type { MDXContent } from 'mdx/types'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { toIso } from '#content/content-rules.ts'
import { site } from '#content/content.ts'
import type { Launched } from '#content/launch.ts'
import type { Language, Words } from '#language.ts'
import { isoDate, longDate } from '#long-time.ts'
import { legalValues } from './legal-values.ts'

const words = {
  en: {
    effective: 'Effective date:',
    version: 'Version',
    updated: 'last updated:',
    effectiveDate: (written: string) => written,
  },
  it: {
    effective: 'Entrata in vigore:',
    version: 'Versione',
    updated: 'ultimo aggiornamento:',
    effectiveDate: (written: string) => dateInOnePiece('it', written),
  },
} satisfies Words

/** Without spaces that break: on a phone it begins a line of its own. */
function dateInOnePiece(language: Language, written: string): string {
  return longDate(language, new Date(toIso(written))).replaceAll(' ', '\u00a0')
}

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

/** The lines above the text. At the launch the texts change by themselves, so they then have its date. */
export function legalDates(
  language: Language,
  name: LegalName,
  launched: Launched,
  { legal, launched: plan }: Pick<typeof site, 'legal' | 'launched'> = site,
): string[] {
  const { effective, version, updated, effectiveDate } = words[language]
  const { version: number, lastUpdated } = legal[name]
  const launchDay = launched && plan && plan.at !== undefined ? isoDate(new Date(plan.at)) : ''
  const lastDay = launchDay > toIso(lastUpdated) ? fromIso(launchDay) : lastUpdated
  return [
    `${effective} ${effectiveDate(legal.effectiveDate)}`,
    `${version} ${number}, ${updated} ${dateInOnePiece(language, lastDay)}`,
  ]
}

const fromIso = (day: string) => day.split('-').toReversed().join('/')

/** A legal text with its dates as plain text, as a visitor reads it. */
export function legalText(language: Language, name: LegalName, launched: Launched): string {
  const Text = legalContent[language][name]
  const element = <Text {...legalValues} launched={launched} />
  return `${legalDates(language, name, launched).join('\n')}\n\n${plainText(element)}`
}

export function plainText(element: ReactElement): string {
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
