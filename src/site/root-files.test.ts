import { expect, test } from 'vitest'
import { site } from '#content/content.ts'
import { rootFiles } from './root-files.ts'

const read = (path: string, now = new Date('2026-11-15')) =>
  rootFiles.find((file) => file.path === path)!.write('https://www.example.com', now)

test('robots are welcome and find the sitemap', () => {
  expect(read('/robots.txt')).toBe(
    'User-agent: *\nAllow: /\n\nSitemap: https://www.example.com/sitemap.xml\n',
  )
})

test('the sitemap lists the five pages in both languages with the day they were built, and no other', () => {
  const urls = [...read('/sitemap.xml').matchAll(/<loc>([^<]*)<\/loc><lastmod>([^<]*)</g)]
  expect(urls.map(([, url]) => url)).toEqual(
    ['/', '/about', '/contact', '/terms', '/privacy']
      .concat(['/it', '/it/about', '/it/contact', '/it/terms', '/it/privacy'])
      .map((path) => `https://www.example.com${path}`),
  )
  const alternate = (language: string, path: string) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="https://www.example.com${path}"/>`
  const about = ['en', 'it', 'x-default'].map((language) =>
    alternate(language, language === 'it' ? '/it/about' : '/about'),
  )
  expect(read('/sitemap.xml').split(about.join('')), 'on both pages').toHaveLength(3)
  for (const [, , day] of urls) expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

test('security.txt is valid on every day of the year, and never for a year', () => {
  for (let day = 0; day < 366; day += 1) {
    const now = new Date(Date.UTC(2026, 0, 1 + day))
    const text = read('/.well-known/security.txt', now)
    const expires = new Date(/^Expires: (.*)$/m.exec(text)![1]!)
    const daysAhead = (expires.getTime() - now.getTime()) / 86_400_000
    expect(daysAhead).toBeGreaterThan(140)
    expect(daysAhead).toBeLessThan(365)
    expect(text).toContain(`Contact: mailto:${site.email}`)
  }
})

test('the manifest names the site and its icons', () => {
  const manifest = JSON.parse(read('/site.webmanifest')) as {
    name: string
    icons: { src: string }[]
  }
  expect(manifest.name).toBe(site.brand)
  expect(manifest.icons).toHaveLength(3)
})
