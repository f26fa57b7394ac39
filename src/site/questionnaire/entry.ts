import manifest from '../../../package.json' with { type: 'json' }
import { questionnaire } from '#content/content.ts'
import { oncePerLanguage, type Language, type Words } from '#language.ts'
import { longDate } from '#long-time.ts'
import { localPath, routes } from '#routes.ts'
import type { LegalName } from '../legal-texts.tsx'
import { legalTitle, renderLegalText } from '../pages/legal-pages.tsx'

/** Day of the build, as 2026-01-31; set in vite.config.ts. */
declare const BUILD_DATE: string

/** A question, and its answer with the source, or who to ask. */
export interface Entry {
  question: string
  /** In the display face, which has letters, digits and the commonest signs. */
  answer: string
  details?: string[]
  source: Source
  isMissing?: true
  /** Titles of the tests that would fail if the answer were wrong. */
  provedBy?: string[]
}

interface Source {
  text: string
  url?: string
}

const words = {
  en: { build: (day: string) => `Measured by the build of ${day}` },
  it: { build: (day: string) => `Misurato dalla build del ${day}` },
} satisfies Words

/** The build that has measured this site, with all its figures. */
export function buildSource(language: Language): Source {
  return { text: words[language].build(buildDay(language)), url: routes.questionnaireJson }
}

export function buildDay(language: Language): string {
  return longDate(language, new Date(BUILD_DATE)).replace(' ', '\u00a0')
}

/** A file of this project. */
export function fileSource(path: string): Source {
  const { repository } = questionnaire
  return { text: path, ...(repository !== undefined && { url: `${repository}/${path}` }) }
}

/**
 * A section of a legal text.
 * @param id of the English section: the others are in the same order
 */
export function legalSource(language: Language, name: LegalName, id: string): Source {
  const page = { text: legalTitle(language, name), url: localPath(language, routes[name]) }
  const section =
    sectionsOf(language)[name][sectionsOf('en')[name].findIndex((one) => one.id === id)]
  // The owner may have changed the titles.
  if (section === undefined) return page
  return { text: `${page.text}, ${section.title}`, url: `${page.url}#${section.id}` }
}

const sectionsOf = oncePerLanguage((language) => ({
  privacy: renderLegalText(language, 'privacy', false).sections,
  terms: renderLegalText(language, 'terms', false).sections,
}))

export function versionOf(name: keyof typeof manifest.devDependencies): string {
  return manifest.devDependencies[name]
}

export function listed(language: Language, items: string[]): string {
  const locale = language === 'en' ? 'en-GB' : language
  return new Intl.ListFormat(locale, { style: 'long' }).format(items)
}

export function capitalised(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}

export function uncapitalised(text: string): string {
  return text[0]!.toLowerCase() + text.slice(1)
}
