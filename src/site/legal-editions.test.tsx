import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { site } from '#content/content.ts'
import type { Launched } from '#content/launch.ts'
import type { Language } from '#language.ts'
import { localPath } from '#routes.ts'
import { legalContent, legalDates, type LegalName } from './legal-texts.tsx'
import { legalValues } from './legal-values.ts'

/** Blocks, figures and links of each section. */
function sectionsOf(language: Language, name: LegalName) {
  const Text = legalContent[language][name]
  const sections = renderToStaticMarkup(<Text {...legalValues} />)
    .split('<h2>')
    .slice(1)
  return sections.map((html) => ({
    blocks: [...html.matchAll(/<(p|ul|li|dl|dt|dd|strong)>/g)].map(([, tag]) => tag),
    figures: figuresIn(html.replace(/<[^>]*>|&#\w+;/g, '')),
    links: [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link!),
  }))
}

function figuresIn(text: string): string[] {
  return (text.match(/\d+/g) ?? []).toSorted()
}

const isBilingual = site.languages.includes('it')

test.runIf(isBilingual).each(['terms', 'privacy'] as const)(
  'both editions of the %s have the same twelve sections, blocks, figures and links (needs Italian)',
  (name) => {
    const english = sectionsOf('en', name)
    expect(english).toHaveLength(12)
    const translated = english.map((section) => ({
      ...section,
      links: section.links.map((link) => (link.startsWith('/') ? localPath('it', link) : link)),
    }))
    expect(sectionsOf('it', name)).toEqual(translated)
  },
)

test('the effective date is as the specification prints it in English; all other dates are written out', () => {
  const terms = { version: '3', lastUpdated: '18/11/2026' }
  const own = {
    launched: false,
    legal: { ...site.legal, effectiveDate: '01/06/2024', terms },
  } as const
  expect(legalDates('en', 'terms', false, own)).toEqual([
    'Effective date: 01/06/2024',
    'Version 3, last updated: 18\u00a0November\u00a02026',
  ])
  expect(legalDates('it', 'terms', false, own)).toEqual([
    'Entrata in vigore: 1º\u00a0giugno\u00a02024',
    'Versione 3, ultimo aggiornamento: 18\u00a0novembre\u00a02026',
  ])
})

test('a legal text has the date of the launch once it has changed by itself', () => {
  const updatedOn = (lastUpdated: string, launched: Launched) => {
    const terms = { version: '3', lastUpdated }
    const plan = { url: 'https://tool.test', at: '2027-01-14T23:30:00Z' }
    const own = { launched: plan, legal: { ...site.legal, terms } }
    return legalDates('en', 'terms', launched, own)[1]
  }
  const live = { url: 'https://tool.test' }
  expect(updatedOn('18/11/2026', false)).toBe('Version 3, last updated: 18\u00a0November\u00a02026')
  expect(updatedOn('18/11/2026', live)).toBe('Version 3, last updated: 15\u00a0January\u00a02027')
  expect(updatedOn('01/02/2027', live)).toBe('Version 3, last updated: 1\u00a0February\u00a02027')
})

test.runIf(isBilingual)(
  'the terms say in both languages that the Italian text prevails (needs Italian)',
  () => {
    const text = (language: Language) => {
      const Terms = legalContent[language].terms
      return renderToStaticMarkup(<Terms {...legalValues} />)
    }
    expect(text('en')).toContain('the Italian one prevails')
    expect(text('it')).toContain('prevale il testo italiano')
  },
)
