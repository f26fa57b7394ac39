import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { registeredOffice } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import type { Language } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import { pathOf, type Page, type PageContext } from '../page.ts'
import { renderPage } from '../render-page.tsx'
import { sitePages } from '../site-pages.ts'
import { structuredData } from './head.tsx'

const context: PageContext = {
  year: '2026',
  publicUrl: 'https://www.example.com',
  apiUrl: '',
  launched: false,
  islandModules: { newsletter: ['/n.js'], contact: ['/c.js'] },
}

const pages = sitePages(false)
const listed = pages.filter((page) => !page.unlisted)
const htmlOf = (page: Page) => renderPage(page, context, []).html

/** HTML-escaped. */
const escaped = (text: string) => renderToStaticMarkup(text)

function contentOf(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
}

test('each page has its own title and description, short enough for search results', () => {
  const titles = pages.map((page) => /<title>([^<]*)</.exec(htmlOf(page))![1]!)
  expect(new Set(titles).size).toBe(pages.length)
  for (const title of titles) expect(title).toContain(escaped(site.brand))
  const descriptions = listed.map((page) => contentOf(htmlOf(page), 'description')!)
  expect(new Set(descriptions).size).toBe(listed.length)
  for (const text of descriptions) {
    const { length } = text.replaceAll(/&#?\w+;/g, '_')
    expect(length).toBeGreaterThanOrEqual(50)
    expect(length).toBeLessThanOrEqual(165)
  }
})

for (const page of listed) {
  test(`${pathOf(page)} has a canonical link and a picture for link previews`, () => {
    const html = htmlOf(page)
    const url = `https://www.example.com${pathOf(page)}`
    expect(html).toContain(`<link rel="canonical" href="${url}"/>`)
    expect(contentOf(html, 'og:url')).toBe(url)
    expect(contentOf(html, 'og:title')).toBe(escaped(page.title))
    expect(contentOf(html, 'og:image')).toMatch(
      /^https:\/\/www\.example\.com\/.*social-card.*\.jpg$/,
    )
    expect(contentOf(html, 'twitter:card')).toBe('summary_large_image')
    expect(html).not.toContain('noindex')
  })
}

test('the home page, and no other, describes company and site as JSON-LD', () => {
  for (const page of listed) {
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(htmlOf(page))?.[1]
    expect(json === undefined).toBe(page.route !== routes.home)
    if (json === undefined) continue
    const graph = (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph']
    const [organization, website] = graph
    expect(organization).toMatchObject({
      '@type': 'Organization',
      name: site.brand,
      legalName: `${site.company.name} ${site.company.legalForm}`,
      vatID: `IT${site.company.vatNumber}`,
      address: registeredOffice('en'),
      email: site.email,
      sameAs: [site.social.url],
    })
    expect(website).toMatchObject({
      '@type': 'WebSite',
      publisher: { '@id': organization!['@id'] },
    })
  }
})

test('a text with </script> does not end the JSON-LD element', () => {
  expect(structuredData('</script>')).not.toContain('<')
})

test('unlisted pages have noindex and no canonical link', () => {
  const unlisted = pages.filter((page) => page.unlisted)
  expect(unlisted.length).toBeGreaterThan(0)
  for (const page of unlisted) {
    expect(htmlOf(page)).toContain('<meta name="robots" content="noindex"/>')
    expect(htmlOf(page)).not.toContain('canonical')
  }
})

test('a page and its translation name each other, and English for all other languages', () => {
  const isAlone = site.languages.length === 1
  for (const page of listed) {
    const html = htmlOf(page)
    const links = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/g)]
    const url = (language: Language) => `https://www.example.com${localPath(language, page.route)}`
    const editions = site.languages.map((language) => [language, url(language)])
    const expected = isAlone ? [] : [...editions, ['x-default', url('en')]]
    expect(links.map(([, language, href]) => [language, href])).toEqual(expected)
    const [own, other] = page.language === 'it' ? ['it_IT', 'en_GB'] : ['en_GB', 'it_IT']
    expect(contentOf(html, 'og:locale')).toBe(own)
    expect(contentOf(html, 'og:locale:alternate')).toBe(isAlone ? undefined : other)
  }
})

test('the language link in the footer leads to the same page, and from a 404 to the home page', () => {
  for (const page of pages) {
    const links = [...htmlOf(page).matchAll(/<a href="([^"]*)" hrefLang="([^"]*)" lang="([^"]*)"/g)]
    const route = page.route === '/404' ? '/' : page.route
    const others = site.languages.filter((language) => language !== page.language)
    expect(links.map(([, ...found]) => found)).toEqual(
      others.map((language) => [localPath(language, route), language, language]),
    )
  }
})

test('speculation rules prerender only the three pages of the navigation', () => {
  for (const page of listed) {
    const json = /<script type="speculationrules">(.*?)<\/script>/.exec(htmlOf(page))![1]!
    const hrefs = ['/', '/about', '/contact'].map((path) => localPath(page.language, path))
    expect(JSON.parse(json)).toEqual({
      prerender: [{ where: { href_matches: hrefs }, eagerness: 'moderate' }],
    })
  }
})
