import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { site as content } from '#content/content.ts'
import type { Launched } from '#content/launch.ts'
import { allLanguages } from '#language.ts'
import { compressed } from '../../test/support/compressed.ts'
import { createSite, type SiteOptions } from './create-site.ts'
import { languageOf, localPath } from '#routes.ts'
import { speculationRules } from './layout/head.tsx'
import { pathOf, type PageContext } from './page.ts'
import type { Resource } from './resource.ts'
import { sitePages } from './site-pages.ts'

const loader = '(()=>{console.log("a loader, & <b>")})()'
const pages = sitePages(false)
const paths = pages.map(pathOf)

const islandModules = { newsletter: ['/assets/n.js'], contact: ['/assets/c.js'] }
const announced = { since: null, launched: false as const }

function siteAt(clock: () => Date, given: Partial<SiteOptions> = {}) {
  return createSite({
    client: { islandModules, loader },
    pagesOf: sitePages,
    stages: [announced],
    publicUrl: 'https://www.example.com',
    apiUrl: '',
    now: () => clock().getTime(),
    onError: raise,
    compressAfterMs: 0,
    ...given,
  })
}

/** Compressing every page is slow. */
const only = (...wanted: string[]) => ({
  pagesOf: (launched: Launched) =>
    sitePages(launched).filter((page) => wanted.includes(pathOf(page))),
})

const site = siteAt(() => new Date('2026-03-01T12:00:00Z'))
const policyOf = ({ headers }: Resource) => headers['Content-Security-Policy']!
const htmlOf = (path: string) => site.find(path)!.plain.toString()

/** Inline code that the CSP must allow; JSON-LD is data. */
function inlined(html: string, tag: 'script' | 'style'): string[] {
  const found = html.matchAll(new RegExp(`<(${tag}[^>]*)>([^]*?)</${tag}>`, 'g'))
  return Array.from(found).flatMap(([, opening, text]) =>
    opening!.includes('application/ld+json') ? [] : [text!],
  )
}

function sources(policy: string, directive: string): string[] {
  const found = policy.split('; ').find((part) => part.startsWith(`${directive} `))
  return found?.split(' ').slice(1) ?? []
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the site has its pages, the result pages of plain forms and the 404 page in each language', () => {
  for (const path of [
    '/',
    '/about',
    '/contact',
    '/terms',
    '/privacy',
    '/questionnaire',
    '/404',
    '/newsletter/thanks',
    '/newsletter/invalid',
    '/contact/thanks',
    '/not-sent',
  ]) {
    for (const language of allLanguages) {
      const localised = localPath(language, path)
      const isThere = site.has(localised)
      expect(isThere, localised).toBe(content.languages.includes(language))
    }
  }
  expect(site.find('/nowhere')).toBeUndefined()
})

describe.each(paths)('%s', (path) => {
  test('has one title, one main, one h1 and unique ids', () => {
    const html = htmlOf(path)
    expect(html).toMatch(`<!doctype html><html lang="${languageOf(path)}">`)
    for (const tag of ['title', 'main', 'h1']) {
      expect(html.match(new RegExp(`<${tag}[ >]`, 'g')), tag).toHaveLength(1)
      expect(html.match(new RegExp(`</${tag}>`, 'g')), tag).toHaveLength(1)
    }
    const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  test('has a CSP that allows exactly its inline scripts and styles', () => {
    const policy = policyOf(site.find(path)!)
    const html = htmlOf(path)
    expect(policy).not.toMatch(/unsafe|\*|data:|http:/)
    expect(policy).toMatch(/^default-src 'none'; /)
    for (const part of ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]) {
      expect(policy.split('; ')).toContain(part)
    }
    expect(sources(policy, 'style-src')).toEqual(inlined(html, 'style').map(hash))
    const scripts = sources(policy, 'script-src').filter((source) => source.startsWith("'sha256"))
    expect(scripts).toEqual(inlined(html, 'script').map(hash))
    expect(html).not.toMatch(/ (?:style|on[a-z]+)="/)
  })

  test('has the menu script unless mails link to it, and the loader only with an island', () => {
    const html = htmlOf(path)
    const policy = policyOf(site.find(path)!)
    const hasIsland = html.includes('data-island')
    const scripts = inlined(html, 'script')
    const menu = path === '/my-data' ? [] : [expect.stringContaining('hidePopover')]
    expect(scripts).toEqual([
      ...menu,
      ...(hasIsland ? [loader] : []),
      speculationRules(languageOf(path)),
    ])
    expect(sources(policy, 'script-src')).toEqual([
      ...(hasIsland ? ["'self'"] : []),
      ...scripts.map(hash),
    ])
  })

  test('requests nothing from other hosts', () => {
    const fetched = /<(?:img|script|link|source|iframe)[^>]*(?:src|href|srcset)="(?:https?:)?\/\//
    expect(htmlOf(path).replace(/<link rel="(?:canonical|alternate)"[^>]*>/g, '')).not.toMatch(
      fetched,
    )
  })

  test('decodes to the same bytes from brotli and gzip', async () => {
    await compressed(site)
    const page = site.find(path)!
    expect(brotliDecompressSync(page.br!).equals(page.plain)).toBe(true)
    expect(gunzipSync(page.gzip!).equals(page.plain)).toBe(true)
  })
})

test('year and ETag change at midnight in Rome without a restart', async () => {
  let now = new Date('2026-12-31T22:59:59.999Z')
  const newYearSite = siteAt(() => now, only('/about'))
  const about = () => newYearSite.find('/about')!
  const before = about()
  expect(before.plain.toString()).toContain('© 2026')
  now = new Date('2026-12-31T23:00:00.000Z')
  expect(about().plain.toString()).toContain('© 2027')
  expect(about().plain.toString()).not.toContain('© 2026')
  await compressed(newYearSite)
  expect(brotliDecompressSync(about().br!).toString()).toContain('© 2027')
  expect(about().etag).not.toBe(before.etag)
  // The clock is set back.
  now = new Date('2026-12-31T22:59:59.999Z')
  expect(about().etag).toBe(before.etag)
})

test('the questionnaire’s JSON has the public URL, is compressed, and any site may read it', async () => {
  const elsewhere = siteAt(() => new Date(), only('/'))
  await compressed(elsewhere)
  const { plain, br, headers } = elsewhere.find('/questionnaire.json')!
  expect(JSON.parse(plain.toString())).toMatchObject({
    page: 'https://www.example.com/questionnaire',
  })
  expect(brotliDecompressSync(br!)).toEqual(plain)
  expect(headers).toMatchObject({
    'Content-Type': 'application/json; charset=utf-8',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
})

test('with API_URL the forms post there and the CSP allows it', () => {
  const apiUrl = 'https://api.example.com'
  const elsewhere = siteAt(() => new Date(), { apiUrl, ...only('/contact') })
  const page = elsewhere.find('/contact')!
  expect(page.plain.toString()).toContain(`action="${apiUrl}/contact"`)
  for (const directive of ['form-action', 'connect-src']) {
    expect(sources(policyOf(page), directive)).toEqual(["'self'", 'https://api.example.com'])
  }
})

test('insecure requests are upgraded only if PUBLIC_URL is https', () => {
  const policyAt = (publicUrl: string) =>
    policyOf(siteAt(() => new Date(), { publicUrl, ...only('/') }).find('/')!)
  expect(policyAt('https://www.example.com')).toContain('upgrade-insecure-requests')
  expect(policyAt('http://localhost:3000')).not.toContain('upgrade-insecure-requests')
})

test('pages show PUBLIC_URL and API_URL, escaped', () => {
  const publicUrl = 'https://example.com/it\'s"<odd>&\\'
  const elsewhere = siteAt(() => new Date(), { publicUrl, apiUrl: 'https://api.example.com' })
  for (const path of paths) {
    const html = elsewhere.find(path)!.plain.toString()
    expect(html).not.toContain('<odd>')
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1]
    if (data === undefined) continue
    const graph = (JSON.parse(data) as { '@graph': { url: string }[] })['@graph']
    expect(graph[0]!.url).toBe(`${publicUrl}/`)
  }
})

describe('at the launch', () => {
  const launched = { url: 'https://tool.example.com/' }
  const at = Date.parse('2027-01-15T09:00:00+01:00')
  const stages = [announced, { since: new Date(at).toISOString(), launched }]
  const twoPages = only('/', '/about').pagesOf

  test('every page switches to one that was rendered and compressed in the hour before', async () => {
    let now = at - 3_600_001
    const rendered: string[] = []
    const pagesOf = (stage: Launched) =>
      twoPages(stage).map((page) => ({
        ...page,
        render(context: PageContext) {
          if (stage) rendered.push(pathOf(page))
          return page.render(context)
        },
      }))
    const launching = siteAt(() => new Date(now), { stages, pagesOf })
    const earlier = launching.find('/')!
    await compressed(launching)
    expect(rendered).toEqual([])
    now = at - 3_600_000
    expect(launching.find('/')).toBe(earlier)
    // Compressed one after another.
    await vi.waitFor(() => expect(rendered).toEqual(['/', '/about']), 20_000)
    now = at - 1
    expect(launching.find('/')).toBe(earlier)
    expect(launching.launched()).toBe(false)
    expect(earlier.plain.toString()).not.toContain(launched.url)
    now = at
    expect(launching.launched()).toEqual(launched)
    const { plain, gzip } = launching.find('/')!
    expect(plain.toString()).toContain(launched.url)
    expect(gunzipSync(gzip!)).toEqual(plain)
    expect(rendered).toEqual(['/', '/about'])
  })

  test('a page that can’t be rendered is reported before, and all other pages switch', async () => {
    let now = at - 1
    const errors: unknown[] = []
    const failure = new Error('This page fails.')
    const pagesOf = (stage: Launched) =>
      twoPages(stage).map((page) => {
        const fails = stage && pathOf(page) === '/'
        return fails ? { ...page, render: () => raise(failure) } : page
      })
    const launching = siteAt(() => new Date(now), {
      stages,
      pagesOf,
      onError: (error) => errors.push(error),
    })
    const html = (path: string) => launching.find(path)!.plain.toString()
    expect(html('/')).not.toContain(launched.url)
    await vi.waitFor(() => expect(errors).toEqual([failure]), 20_000)
    expect(html('/')).not.toContain(launched.url)
    now = at
    expect(() => html('/')).toThrow(failure)
    expect(launching.launched()).toEqual(launched)
    expect(html('/about')).toContain('© 2027')
  })
})

function raise(error: unknown): never {
  throw error
}
