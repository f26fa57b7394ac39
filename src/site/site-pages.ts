import type { Page } from './page.ts'
import { aboutPage } from './pages/about.tsx'
import { contactPage } from './pages/contact.tsx'
import {
  contactThanksPage,
  newsletterInvalidPage,
  newsletterThanksPage,
  notSentPage,
} from './pages/form-answers.tsx'
import { homePage } from './pages/home.tsx'
import { privacyPage, termsPage } from './pages/legal-pages.tsx'
import { notFoundPage } from './pages/not-found.tsx'

export const sitePages: Page[] = [
  homePage,
  aboutPage,
  contactPage,
  termsPage,
  privacyPage,
  newsletterThanksPage,
  newsletterInvalidPage,
  contactThanksPage,
  notSentPage,
  notFoundPage,
]
