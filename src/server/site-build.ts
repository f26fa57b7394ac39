import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashConsentTexts } from '#newsletter/consent.ts'
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
    consent: hashConsentTexts(consentTexts('en')),
  }
}

export function readSiteBuild(serverDir: string): SiteBuild {
  return JSON.parse(readFileSync(join(serverDir, siteBuildFile), 'utf8')) as SiteBuild
}

export const siteBuildFile = 'site.json'
