import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { site as content } from '#content/content.ts'
import { allLanguages } from '#language.ts'
import { createSite } from './create-site.ts'
import { languageOf, localPath } from '#routes.ts'
import { speculationRules } from './layout/head.tsx'
import { prerenderPages } from './prerender.tsx'
import { pathOf } from './page.ts'
import type { Resource } from './resource.ts'
import { sitePages } from './site-pages.ts'

const loader = '(()=>{console.log("a loader, & <b>")})()'
const pages = sitePages(false)
const paths = pages.map(pathOf)

const islandModules = { newsletter: ['/assets/n.js'], contact: ['/assets/c.js'] }
const client = { islandModules, loader }
const announced = {
  since: null,
  launched: false as const,
  pages: prerenderPages(pages, client, false),
  questionnaireJson: '{"page":"https://public-url.invalid/questionnaire"}',
}
const build = { ...client, stages: [announced] }

function siteAt(clock: () => Date, given = {}) {
  const now = () => clock().getTime()
  const options = { build, publicUrl: 'https://www.example.com', apiUrl: '', now }
  return createSite({ ...options, brotliAfterMs: 0, ...given })
}

/** Compressing every page is slow: build one. */
const only = (path: string) => ({
  build: {
    ...build,
    stages: [{ ...announced, pages: announced.pages.filter((page) => page.path === path) }],
  },
})

const site = siteAt(() => new Date('2026-03-01T12:00:00Z'))
const policyOf = ({ headers }: Resource) => headers['Content-Security-Policy']!
const htmlOf = (path: string) => site.resources().get(path)!.plain.toString()

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
      const isThere = site.resources().has(localised)
      expect(isThere, localised).toBe(content.languages.includes(language))
    }
  }
  expect(site.resources().get('/nowhere')).toBeUndefined()
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
    const policy = policyOf(site.resources().get(path)!)
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
    const policy = policyOf(site.resources().get(path)!)
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
    await site.compressed()
    const page = site.resources().get(path)!
    expect(brotliDecompressSync(page.br!).equals(page.plain)).toBe(true)
    expect(gunzipSync(page.gzip!).equals(page.plain)).toBe(true)
  })
})

test('year and ETag change at midnight in Rome without a restart', async () => {
  let now = new Date('2026-12-31T22:59:59.999Z')
  const newYearSite = siteAt(() => now, only('/about'))
  const about = () => newYearSite.resources().get('/about')!
  const before = about()
  expect(before.plain.toString()).toContain('© 2026')
  now = new Date('2026-12-31T23:00:00.000Z')
  expect(about().plain.toString()).toContain('© 2027')
  expect(about().plain.toString()).not.toContain('© 2026')
  await newYearSite.compressed()
  expect(brotliDecompressSync(about().br!).toString()).toContain('© 2027')
  expect(about().etag).not.toBe(before.etag)
  // The clock is set back.
  now = new Date('2026-12-31T22:59:59.999Z')
  expect(about().etag).toBe(before.etag)
})

test('the questionnaire’s JSON has the public URL, is compressed, and any site may read it', async () => {
  const elsewhere = siteAt(() => new Date(), only('/'))
  await elsewhere.compressed()
  const { plain, br, headers } = elsewhere.resources().get('/questionnaire.json')!
  expect(plain.toString()).toBe('{"page":"https://www.example.com/questionnaire"}')
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
  const page = elsewhere.resources().get('/contact')!
  expect(page.plain.toString()).toContain(`action="${apiUrl}/contact"`)
  for (const directive of ['form-action', 'connect-src']) {
    expect(sources(policyOf(page), directive)).toEqual(["'self'", 'https://api.example.com'])
  }
})

test('insecure requests are upgraded only if PUBLIC_URL is https', () => {
  const policyAt = (publicUrl: string) =>
    policyOf(
      siteAt(() => new Date(), { publicUrl, ...only('/') })
        .resources()
        .get('/')!,
    )
  expect(policyAt('https://www.example.com')).toContain('upgrade-insecure-requests')
  expect(policyAt('http://localhost:3000')).not.toContain('upgrade-insecure-requests')
})

test('pages show PUBLIC_URL and API_URL, escaped, and no placeholder is left', () => {
  const elsewhere = siteAt(() => new Date(), {
    publicUrl: 'https://example.com/it\'s"<odd>&\\',
    apiUrl: 'https://api.example.com',
  })
  for (const path of paths) {
    const html = elsewhere.resources().get(path)!.plain.toString()
    expect(html).not.toContain('.invalid')
    expect(html).not.toContain('<odd>')
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1]
    if (data === undefined) continue
    expect(JSON.stringify(JSON.parse(data))).toContain(
      'https://example.com/it%27s%22%3Codd%3E%26%5C/',
    )
  }
})

test('every page switches at the launch, to one that was ready and compressed before', async () => {
  const launched = { url: 'https://tool.example.com/' }
  const at = Date.parse('2027-01-15T09:00:00+01:00')
  const after = prerenderPages(sitePages(launched), client, launched)
  const stages = [
    announced,
    { ...announced, since: new Date(at).toISOString(), launched, pages: after },
  ].map((stage) => ({ ...stage, pages: stage.pages.filter(({ path }) => path === '/') }))
  let now = at - 1
  const launching = createSite({
    build: { ...client, stages },
    publicUrl: 'https://www.example.com',
    apiUrl: '',
    now: () => now,
    brotliAfterMs: 0,
  })
  await launching.compressed()
  const home = () => launching.resources().get('/')!
  const earlier = home()
  expect(launching.launched()).toBe(false)
  expect(earlier.plain.toString()).not.toContain(launched.url)
  now = at
  expect(launching.launched()).toEqual(launched)
  expect(home().plain.toString()).toContain(launched.url)
  expect(home().etag).not.toBe(earlier.etag)
  expect(home().br).toBeDefined()
})
