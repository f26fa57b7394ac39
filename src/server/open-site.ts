import { site } from '#content/content.ts'
import type { Launched, Stage } from '#content/launch.ts'
import type { ConsentTextsByLanguage } from '#subscribers/consent.ts'
import { myDataPage } from '#privacy/my-data-views.tsx'
import { consentTexts } from '#site/consent-texts.tsx'
import { createSite, type SiteOptions } from '#site/create-site.ts'
import { inEveryLanguage, sitePages } from '#site/site-pages.ts'

/** The site with every page that is the same for everybody. */
export function openSite(options: Omit<SiteOptions, 'pagesOf'>) {
  return createSite({ ...options, pagesOf: allPages })
}

export function allPages(launched: Launched) {
  return [...sitePages(launched), ...inEveryLanguage([myDataPage], launched)]
}

/** The texts that a signup agrees to, now and, if launch day lies ahead, from then on. */
export function consentStages(stages: Stage[]) {
  return stages.map(({ since, launched }) => ({ since, consent: consentTextsByLanguage(launched) }))
}

function consentTextsByLanguage(launched: Launched): ConsentTextsByLanguage {
  const texts = site.languages.map((language) => [language, consentTexts(language, launched)])
  return Object.fromEntries(texts) as ConsentTextsByLanguage
}
