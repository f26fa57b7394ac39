import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { contentSecurityPolicy } from './content-security-policy.ts'
import type { Page } from './page.ts'
import { placeholders, renderPage, type ClientBuild, type RenderedPage } from './prerender.tsx'
import { toBrotli, toGzip, type Resource } from './resource.ts'

interface SiteOptions {
  build: ClientBuild & { pages: RenderedPage[] }
  publicUrl: string
  /** The server that the forms post to; empty: the same origin. */
  apiUrl: string
  /** Epoch milliseconds. */
  now: () => number
  brotliAfterMs?: number
}

/** The pages with this server's values filled in, rebuilt when the year in the footer changes. */
export function createSite({ build, publicUrl, apiUrl, now, brotliAfterMs = 2000 }: SiteOptions) {
  let filled = fillPages()

  function current() {
    const isOfThisYear = filled.since <= now() && now() < filled.until
    if (!isOfThisYear) filled = fillPages()
    return filled
  }

  function fillPages() {
    const today = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO('Europe/Rome')
    const newYear = today.with({ month: 1, day: 1 }).startOfDay()
    const since = newYear.epochMilliseconds
    const until = newYear.add({ years: 1 }).epochMilliseconds
    const values = { year: String(today.year), publicUrl, apiUrl }
    const pages = new Map(build.pages.map((page) => [page.path, fillPage(page, values)]))
    const rendered = new WeakMap<Page, RenderedPage>()
    return { pages, values, rendered, since, until, compressing: compressAll(pages, brotliAfterMs) }
  }

  return {
    /** By path; a new map when the year changes. */
    pages: () => current().pages,
    /** Resolves when every page has every encoding. */
    compressed: () => current().compressing,
    /** A page for one request, about one person: never cached. */
    respond(page: Page, status = 200, headers: Record<string, string> = {}): Response {
      const { values, rendered: known } = current()
      const context = { ...values, islandModules: build.islandModules }
      // No scripts: mail scanners that follow links run them.
      const rendered = known.getOrInsertComputed(page, () => renderPage(page, context, []))
      const own = { ...pageHeaders(rendered, context), 'Cache-Control': 'no-store' }
      return new Response(rendered.html, { status, headers: { ...own, ...headers } })
    },
  }
}

export type SiteServer = ReturnType<typeof createSite>

function fillPage(page: RenderedPage, values: typeof placeholders): Resource {
  const html = page.html
    .replaceAll(placeholders.year, () => values.year)
    .replaceAll(placeholders.publicUrl, () => escapeUrl(values.publicUrl))
    .replaceAll(placeholders.apiUrl, () => escapeUrl(values.apiUrl))
  const plain = Buffer.from(html)
  const etag = hash('sha256', plain, 'base64url').slice(0, 22)
  return { plain, etag, headers: pageHeaders(page, values) }
}

function pageHeaders(page: RenderedPage, values: typeof placeholders) {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy(page, values),
    ...(page.unlisted && { 'X-Robots-Tag': 'noindex' }),
  }
}

/** The URL appears in attributes, in JSON, and in JSON in attributes: percent-encode what any of them would escape. */
function escapeUrl(url: string): string {
  return url.replace(/[&'"<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Brotli takes some eighty times as long as gzip, and right after a start there are other things to do. */
async function compressAll(pages: Map<string, Resource>, brotliAfterMs: number) {
  for (const page of pages.values()) page.gzip = await toGzip(page.plain)
  await sleep(brotliAfterMs, undefined, { ref: false })
  for (const page of pages.values()) page.br = await toBrotli(page.plain)
}
