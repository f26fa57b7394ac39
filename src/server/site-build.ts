import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { site } from '#content/content.ts'
import { hashConsentTexts, type ConsentEditions } from '#newsletter/consent.ts'
import { myDataPage } from '#privacy/my-data-views.tsx'
import { consentTexts } from '#site/legal-texts.tsx'
import { inEveryLanguage, sitePages } from '#site/site-pages.ts'
import { prerenderPages, type ClientBuild } from '#site/prerender.tsx'

/** Everything known at build time: written by the build, read at every start. */
export type SiteBuild = ReturnType<typeof makeSiteBuild>

export function makeSiteBuild(client: ClientBuild) {
  return {
    ...client,
    /** Pages that are the same for everybody. */
    pages: prerenderPages([...sitePages, ...inEveryLanguage([myDataPage])], client),
    consent: consentEditions(),
  }
}

function consentEditions(): ConsentEditions {
  const hashed = site.languages.map((language) => [
    language,
    hashConsentTexts(consentTexts(language)),
  ])
  return Object.fromEntries(hashed) as ConsentEditions
}

export function readSiteBuild(serverDir: string): SiteBuild {
  return JSON.parse(readFileSync(join(serverDir, siteBuildFile), 'utf8')) as SiteBuild
}

export const siteBuildFile = 'site.json'
