import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { site } from '#content/content.ts'
import { stagesOf, type Launched } from '#content/launch.ts'
import type { ConsentEditions } from '#newsletter/consent.ts'
import { myDataPage } from '#privacy/my-data-views.tsx'
import { consentTexts } from '#site/consent-texts.tsx'
import { homePage } from '#site/pages/home.tsx'
import type { Measured, MeasuredHomes } from '#site/questionnaire/measure-home.ts'
import { questionnaireJson } from '#site/questionnaire/questionnaire.ts'
import { inEveryLanguage, sitePages } from '#site/site-pages.ts'
import {
  placeholders,
  prerenderPages,
  type ClientBuild,
  type RenderedPage,
} from '#site/prerender.tsx'

/** Everything known at build time: written by the build, read at every start. */
export type SiteBuild = ReturnType<typeof makeSiteBuild>

/** Renders the site as it is now and, if launch day lies ahead, as it will be from then on. */
export function makeSiteBuild(
  client: ClientBuild,
  stages = stagesOf(site, new Date()),
  measure?: (home: RenderedPage) => Measured,
) {
  return {
    ...client,
    stages: stages.map((stage) => {
      const { launched } = stage
      const measured = measure && measureHomes(client, launched, measure)
      return {
        ...stage,
        /** Pages that are the same for everybody. */
        pages: prerenderPages(allPages(launched), client, launched, measured),
        consent: consentEditions(launched),
        questionnaireJson: questionnaireJson(placeholders.publicUrl, measured),
      }
    }),
  }
}

function measureHomes(
  client: ClientBuild,
  launched: Launched,
  measure: (home: RenderedPage) => Measured,
): MeasuredHomes {
  const homes = inEveryLanguage([homePage], launched)
  const rendered = prerenderPages(homes, client, launched)
  return Object.fromEntries(homes.map(({ language }, at) => [language, measure(rendered[at]!)]))
}

function allPages(launched: Launched) {
  return [...sitePages(launched), ...inEveryLanguage([myDataPage], launched)]
}

function consentEditions(launched: Launched): ConsentEditions {
  const editions = site.languages.map((language) => [language, consentTexts(language, launched)])
  return Object.fromEntries(editions) as ConsentEditions
}

export function readSiteBuild(serverDir: string): SiteBuild {
  return JSON.parse(readFileSync(join(serverDir, siteBuildFile), 'utf8')) as SiteBuild
}

export const siteBuildFile = 'site.json'
