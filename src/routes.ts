import { allLanguages, type Language } from './language.ts'

/** Every path of the site. */
export const routes = {
  home: '/',
  about: '/about',
  contact: '/contact',
  terms: '/terms',
  privacy: '/privacy',
  questionnaire: '/questionnaire',
  /** Public letters, each below it by its name. */
  letters: '/letters',
  lettersFeed: '/letters.xml',
  notFound: '/404',
  /** Responses to forms sent without JavaScript. */
  newsletterThanks: '/newsletter/thanks',
  newsletterInvalid: '/newsletter/invalid',
  contactThanks: '/contact/thanks',
  notSent: '/not-sent',
  /** The endpoint of both forms. */
  intake: '/contact',
  myData: '/my-data',
  /** Each followed by a token, in links that are only sent by mail. */
  confirm: '/confirm',
  unsubscribe: '/unsubscribe',
  notMe: '/not-me',
  health: '/healthz',
  ready: '/readyz',
  assets: '/assets',
  favicon: '/favicon.ico',
  manifest: '/site.webmanifest',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  questionnaireJson: '/questionnaire.json',
  securityTxt: '/.well-known/security.txt',
} as const

/** English pages have no prefix: "/contact", "/it/contact". The home page is "/" and "/it". */
export function localPath(language: Language, path: string): string {
  if (language === 'en') return path
  return path === '/' || path.startsWith('/#')
    ? `/${language}${path.slice(1)}`
    : `/${language}${path}`
}

/** The page of a public letter. */
export function letterPath(language: Language, name: string): string {
  return localPath(language, `${routes.letters}/${name}`)
}

/** The reverse: the language of any path, known or not. */
export function languageOf(path: string): Language {
  const isBelow = (language: Language) =>
    path === `/${language}` || path.startsWith(`/${language}/`)
  return allLanguages.find((language) => language !== 'en' && isBelow(language)) ?? 'en'
}
