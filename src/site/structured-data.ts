import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import icon512 from '../../content/images/icons/icon-512.png?url'
import type { Page } from './page.ts'

/** schema.org's words for the company, the site and the page, as JSON-LD. */
export function structuredData(page: Page, publicUrl: string): string {
  const organization = {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: site.brand,
    legalName: `${site.company.name} ${site.company.legalForm}`,
    url: `${publicUrl}/`,
    logo: `${publicUrl}${icon512}`,
    email: site.email,
    vatID: `IT${site.company.vatNumber}`,
    address: site.company.registeredOffice,
    sameAs: [site.social.url],
  }
  const website = {
    '@type': 'WebSite',
    '@id': `${publicUrl}/#website`,
    name: site.brand,
    url: `${publicUrl}/`,
    inLanguage: 'en',
    publisher: { '@id': organization['@id'] },
  }
  const webPage = {
    '@type': pageTypes[page.path] ?? 'WebPage',
    '@id': `${publicUrl}${page.path}#page`,
    name: page.title,
    description: page.description,
    url: `${publicUrl}${page.path}`,
    inLanguage: 'en',
    isPartOf: { '@id': website['@id'] },
    about: { '@id': organization['@id'] },
  }
  const graph = { '@context': 'https://schema.org', '@graph': [organization, website, webPage] }
  // "</script>" inside a string would end the element.
  return JSON.stringify(graph).replaceAll('<', '\\u003c')
}

const pageTypes: Record<string, string> = {
  [routes.about]: 'AboutPage',
  [routes.contact]: 'ContactPage',
}
