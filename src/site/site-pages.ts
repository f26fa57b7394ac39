import type { Page } from './page.ts'
import { aboutPage } from './pages/about.tsx'
import { contactPage } from './pages/contact.tsx'
import * as formAnswers from './pages/form-answers.tsx'
import { homePage } from './pages/home.tsx'
import { privacyPage, termsPage } from './pages/legal-pages.tsx'
import { notFoundPage } from './pages/not-found.tsx'

const pages = [homePage, aboutPage, contactPage, termsPage, privacyPage]

export const sitePages: Page[] = [...pages, ...Object.values(formAnswers), notFoundPage]
