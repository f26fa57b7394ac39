import { site } from '#content/content.ts'
import type { Launched } from '#content/launch.ts'
import type { Language } from '#language.ts'
import type { Page } from './page.ts'
import { aboutPage } from './pages/about.tsx'
import { contactPage } from './pages/contact.tsx'
import * as noticePages from './pages/notice-pages.tsx'
import { homePage } from './pages/home.tsx'
import { privacyPage, termsPage } from './pages/legal-pages.tsx'
import { questionnairePage } from './questionnaire/questionnaire-page.tsx'

const pages = [homePage, aboutPage, contactPage, termsPage, privacyPage, questionnairePage]

/** Every page that is the same for everybody, before or after the launch. */
export function sitePages(launched: Launched): Page[] {
  return inEveryLanguage([...pages, ...Object.values(noticePages)], launched)
}

export function inEveryLanguage(
  pagesOf: ((language: Language, launched: Launched) => Page)[],
  launched: Launched,
): Page[] {
  return site.languages.flatMap((language) => pagesOf.map((pageOf) => pageOf(language, launched)))
}
