import type { Language } from '#language.ts'
import { site } from './content.ts'

/** English if the site doesn't have the language: the owner may have switched it off since it was stored or mailed. */
export function siteLanguage(language: Language): Language {
  return site.languages.includes(language) ? language : 'en'
}
