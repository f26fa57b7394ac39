import type { Language, Words } from '#language.ts'
import { isInEea, type Site } from './content-rules.ts'
import { site } from './content.ts'

/** Processors of personal data (GDPR, article 28), as the policy and the data page name them. */
export function processorsIn(language: Language) {
  return site.processors.map(({ name, country, purpose }) => ({
    name,
    country: countryName(language, country),
    purpose: purpose[language],
  }))
}

/** The policy's paragraph about transfers out of the European Economic Area (articles 44 to 46). */
export function transfers(language: Language, { processors }: Pick<Site, 'processors'> = site) {
  const { none, to } = words[language]
  const listed = outsideEea(language, { processors })
  return listed === '' ? none : to(listed)
}

/** Those outside the European Economic Area, with their safeguards. */
export function outsideEea(language: Language, { processors }: Pick<Site, 'processors'> = site) {
  return processors
    .filter(({ country }) => !isInEea(country))
    .map(
      ({ name, country, safeguard }) =>
        `${name} (${countryName(language, country)}; ${safeguard![language]})`,
    )
    .join(', ')
}

const words = {
  en: {
    none: 'Our providers process your data within the European Economic Area. We do not transfer it outside that area.',
    to: (listed: string) =>
      `Outside the European Economic Area, your data goes only to these providers, each with the safeguard that allows it: ${listed}. You may ask us for a copy of the safeguards.`,
  },
  it: {
    none: 'I nostri fornitori trattano i dati all’interno dello Spazio economico europeo. Non trasferiamo i dati al di fuori di esso.',
    to: (listed: string) =>
      `Al di fuori dello Spazio economico europeo, i dati sono trasferiti solo a questi fornitori, ciascuno con la garanzia che lo consente: ${listed}. È possibile chiederci copia delle garanzie.`,
  },
} satisfies Words

function countryName(language: Language, code: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code)!
}
