import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashConsentTexts, type ConsentTexts } from '#newsletter/consent.ts'
import { consentTexts } from '#site/consent-texts.tsx'
import { prerenderPages, type ClientBuild, type PrerenderedPage } from '#site/prerender.tsx'

/** What is known before a server starts: the build writes it down, and every start reads it. */
export interface SiteBuild extends ClientBuild {
  pages: PrerenderedPage[]
  consent: ConsentTexts
}

export function makeSiteBuild(client: ClientBuild): SiteBuild {
  return {
    ...client,
    pages: prerenderPages(client),
    consent: hashConsentTexts(consentTexts()),
  }
}

export function readSiteBuild(serverDir: string): SiteBuild {
  return JSON.parse(readFileSync(join(serverDir, siteBuildFile), 'utf8')) as SiteBuild
}

export const siteBuildFile = 'site.json'
