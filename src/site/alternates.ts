import { site } from '#content/content.ts'
import { localPath } from '#routes.ts'
import type { Page } from './page.ts'

/** The same page in every language, for hreflang. Empty if the site has only one. */
export function alternatesOf({ route }: Pick<Page, 'route'>): { hrefLang: string; path: string }[] {
  if (site.languages.length === 1) return []
  const pages = site.languages.map((hrefLang) => ({ hrefLang, path: localPath(hrefLang, route) }))
  return [...pages, { hrefLang: 'x-default', path: localPath('en', route) }]
}
