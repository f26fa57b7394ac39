import { site } from '#content/content.ts'
import type { Language } from '#language.ts'
import type { Page } from './page.ts'
import { aboutPage } from './pages/about.tsx'
import { contactPage } from './pages/contact.tsx'
import * as noticePages from './pages/notice-pages.tsx'
import { homePage } from './pages/home.tsx'
import { privacyPage, termsPage } from './pages/legal-pages.tsx'

const pages = [homePage, aboutPage, contactPage, termsPage, privacyPage]

export const sitePages: Page[] = inEveryLanguage([...pages, ...Object.values(noticePages)])

export function inEveryLanguage(pagesOf: ((language: Language) => Page)[]): Page[] {
  return site.languages.flatMap((language) => pagesOf.map((pageOf) => pageOf(language)))
}
