import { expect, test } from 'vitest'
import { site } from '#content/content.ts'
import type { Language } from '#language.ts'
import { localPath } from '#routes.ts'
import { lastChange, rootFiles } from './root-files.ts'

const read = (path: string, now = new Date('2026-11-15')) =>
  rootFiles
    .find((file) => file.path === path)!
    .write({ publicUrl: 'https://www.example.com', now, letterPages: [] })

test('robots.txt allows all pages and names the sitemap', () => {
  expect(read('/robots.txt')).toBe(
    'User-agent: *\nAllow: /\n\nSitemap: https://www.example.com/sitemap.xml\n',
  )
})

test('the sitemap lists every page in each language, the day of the build and translations', () => {
  const paths = ['/', '/about', '/contact', '/terms', '/privacy', '/questionnaire']
  const urlOf = (language: Language, path: string) =>
    `https://www.example.com${localPath(language, path)}`
  const urls = [...read('/sitemap.xml').matchAll(/<loc>([^<]*)<\/loc><lastmod>([^<]*)<.*$/gm)]
  expect(urls.map(([, url]) => url)).toEqual(
    site.languages.flatMap((language) => paths.map((path) => urlOf(language, path))),
  )
  for (const [index, [line, , day]] of urls.entries()) {
    expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const links = [...line.matchAll(/ hreflang="([^"]*)" href="([^"]*)"/g)]
    const path = paths[index % paths.length]!
    const pages = site.languages.map((language) => [language, urlOf(language, path)])
    const expected = pages.length === 1 ? [] : [...pages, ['x-default', urlOf('en', path)]]
    expect(links.map(([, language, href]) => [language, href])).toEqual(expected)
  }
})

test('the pages have last changed on the day of the launch once it is over, if they were built before', () => {
  const launchAt = Date.parse('2999-01-15T09:00:00+01:00')
  const builtOn = lastChange(new Date(launchAt - 1), launchAt)
  expect(builtOn).toBe(lastChange(new Date(), Infinity))
  expect(lastChange(new Date(launchAt), launchAt)).toBe('2999-01-15')
  const midnight = Date.parse('2999-01-15T00:00:00+01:00')
  expect(lastChange(new Date(midnight), midnight)).toBe('2999-01-15')
  expect(lastChange(new Date(), Date.parse('2020-01-15T09:00:00+01:00'))).toBe(builtOn)
})

test('security.txt expires in 140 to 365 days on every day of the year', () => {
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

test('the web manifest has the name of the site and three icons', () => {
  const manifest = JSON.parse(read('/site.webmanifest')) as {
    name: string
    icons: { src: string }[]
  }
  expect(manifest.name).toBe(site.brand)
  expect(manifest.icons).toHaveLength(3)
})
