/** Every URL of the site, once. */
export const routes = {
  home: '/',
  about: '/about',
  contact: '/contact',
  terms: '/terms',
  privacy: '/privacy',
  notFound: '/404',
  /** Where a form sent without JavaScript lands. */
  newsletterThanks: '/newsletter/thanks',
  newsletterInvalid: '/newsletter/invalid',
  contactThanks: '/contact/thanks',
  notSent: '/not-sent',
  /** The one door: both forms post here. */
  intake: '/contact',
  myData: '/my-data',
  /** Each followed by a token, in links that only mail carries. */
  confirm: '/confirm',
  unsubscribe: '/unsubscribe',
  health: '/healthz',
  ready: '/readyz',
  assets: '/assets',
  favicon: '/favicon.ico',
  manifest: '/site.webmanifest',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  securityTxt: '/.well-known/security.txt',
} as const
