import type { Language } from '#language.ts'
import { site } from './content.ts'

/** Processors of personal data (GDPR, article 28), as the policy and the data page name them. */
export function processorsIn(language: Language) {
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  return site.processors.map(({ name, country, purpose }) => ({
    name,
    country: countries.of(country)!,
    purpose: purpose[language],
  }))
}
