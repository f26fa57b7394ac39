import type { ReactNode } from 'react'
import { site } from '#content/content.ts'
import type { Launched } from '#content/launch.ts'
import type { Language } from '#language.ts'
import { localPath } from '#routes.ts'
import type { MeasuredHomes } from './questionnaire/measure-home.ts'

/** Values that pages are rendered with. */
export interface PageContext {
  year: string
  publicUrl: string
  /** The server that the forms post to; empty: the same origin. */
  apiUrl: string
  launched: Launched
  /** Undefined in development: only a build measures. */
  measured?: MeasuredHomes | undefined
  /** By language. */
  latestLetter?: Partial<Record<Language, { path: string }>> | undefined
  /** For each island its module, then the modules that it imports. */
  islandModules: Record<IslandName, string[]>
}

export type IslandName = 'newsletter' | 'contact'

export interface Page {
  language: Language
  /** Those that it exists in; default: all of the site. */
  languages?: Language[]
  /** Without the language's prefix: the same in every language. Empty if the page belongs to one link. */
  route: string
  title: string
  /** For search engines and link previews; not needed on unlisted pages. */
  description?: string
  /** As 2026-01-31; default: see lastChange in root-files.ts. */
  lastChange?: string
  /** Floats the header over the first screen. */
  hasHero?: boolean
  /** Its last picture continues into the footer. */
  endsInPicture?: boolean
  island?: IslandName
  /** Kept out of search engines. */
  unlisted?: boolean
  /** Linked in every mail, so mail scanners open it: it gets no scripts. */
  isLinkedInMail?: boolean
  render: (context: PageContext) => ReactNode
}

/** With the language's prefix. */
export function pathOf({ language, route }: Pick<Page, 'language' | 'route'>): string {
  return localPath(language, route)
}

/** The same page in every language, for hreflang. Empty if there is only one. */
export function alternatesOf({
  route,
  languages = site.languages,
}: Pick<Page, 'route' | 'languages'>): { hrefLang: string; path: string }[] {
  if (languages.length === 1) return []
  const pages = languages.map((hrefLang) => ({ hrefLang, path: localPath(hrefLang, route) }))
  return [...pages, { hrefLang: 'x-default', path: localPath('en', route) }]
}
