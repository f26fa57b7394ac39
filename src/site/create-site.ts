import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { stageAt, type Launched, type Stage } from '#content/launch.ts'
import { routes } from '#routes.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import type { Page, PageContext } from './page.ts'
import { homePage } from './pages/home.tsx'
import {
  placeholders,
  prerenderPages,
  renderPage,
  type ClientBuild,
  type RenderedPage,
} from './prerender.tsx'
import { cacheControl, etagOf, textFile, toBrotli, toGzip, type Resource } from './resource.ts'
import { inEveryLanguage } from './site-pages.ts'

interface SiteOptions {
  build: ClientBuild & { stages: BuiltStage[] }
  publicUrl: string
  /** The server that the forms post to; empty: the same origin. */
  apiUrl: string
  /** Epoch milliseconds. */
  now: () => number
  brotliAfterMs?: number
}

type BuiltStage = Stage & { pages: RenderedPage[]; questionnaireJson: string }

/** Pages, files and a link, added by the owner's public letters. */
export interface PublicLetters {
  pagesOf: (launched: Launched) => Page[]
  /** Feeds and pictures, by path. */
  files: Map<string, Resource>
  latest: NonNullable<PageContext['latestLetter']>
}

/**
 * The pages with this server's values filled in, before and after the launch. They are rebuilt when the year in the
 * footer changes, and when a letter is published.
 */
export function createSite({ build, publicUrl, apiUrl, now, brotliAfterMs = 2000 }: SiteOptions) {
  let letters: PublicLetters = { pagesOf: () => [], files: new Map(), latest: {} }
  let { stages } = build
  let year = fillYear()
  let shown = showStage()

  function current() {
    const time = now()
    // Numbers only: this runs for every request.
    if (time < shown.since || time >= shown.until) shown = showStage()
    return shown
  }

  function showStage() {
    const time = now()
    if (time < year.since || time >= year.until) year = fillYear()
    const stage = stageAt(year.stages, new Date(time))
    const next = year.stages[year.stages.indexOf(stage) + 1]
    return {
      ...stage,
      since: Math.max(year.since, startOf(stage)),
      until: Math.min(year.until, next ? startOf(next) : Infinity),
    }
  }

  function fillYear(earlier?: FilledPages) {
    const { year: written, ...span } = yearAt(now())
    const filled = fillStages(stages, letters.files, { year: written, publicUrl, apiUrl }, earlier)
    return { ...span, ...filled, compressing: compressAll(filled.stages, brotliAfterMs) }
  }

  return {
    /** By path; another map when the year changes, the tool is launched or a letter is published. */
    resources: () => current().resources,
    launched: (): Launched => current().launched,
    letterPages: () => letters.pagesOf(current().launched),
    /** Resolves when every page has every encoding. */
    compressed: () => year.compressing,
    /** Shows these letters instead of those that it showed. */
    async publish(given: PublicLetters) {
      stages = await renderLetters(build, given)
      letters = given
      year = fillYear(year)
      shown = showStage()
    },
    /** A page for one request, about one person: never cached. */
    respond(page: Page, status = 200, headers: Record<string, string> = {}): Response {
      const { launched, respondedWith } = current()
      const { islandModules } = build
      const latestLetter = letters.latest
      const context = { ...year.values, launched, latestLetter, islandModules }
      // No scripts: mail scanners that follow links run them.
      const rendered = respondedWith.getOrInsertComputed(page, () => renderPage(page, context, []))
      const own = { ...pageHeaders(rendered, context), 'Cache-Control': 'no-store' }
      return new Response(rendered.html, { status, headers: { ...own, ...headers } })
    },
  }
}

export type SiteServer = ReturnType<typeof createSite>

function startOf({ since }: Stage): number {
  return since === null ? -Infinity : Date.parse(since)
}

/** The year in the footer, and how long it stays. */
function yearAt(time: number) {
  const today = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('Europe/Rome')
  const newYear = today.with({ month: 1, day: 1 }).startOfDay()
  const since = newYear.epochMilliseconds
  return { year: String(today.year), since, until: newYear.add({ years: 1 }).epochMilliseconds }
}

interface FilledPages {
  values: Values
  filled: Map<RenderedPage, Resource>
}

/**
 * Both stages are ready before the launch: it only swaps them.
 * @param earlier pages that stay the same keep their encodings
 */
function fillStages(
  stages: BuiltStage[],
  files: PublicLetters['files'],
  values: Values,
  earlier?: FilledPages,
) {
  const known = earlier?.values.year === values.year ? earlier.filled : undefined
  const filled = new Map<RenderedPage, Resource>()
  const withResources = stages.map((stage) => {
    for (const page of stage.pages) filled.set(page, known?.get(page) ?? fillPage(page, values))
    const pages = stage.pages.map((page) => [page.path, filled.get(page)!] as const)
    const respondedWith = new WeakMap<Page, RenderedPage>()
    const json = fillQuestionnaire(stage.questionnaireJson, values)
    const all = [...pages, [routes.questionnaireJson, json] as const, ...files]
    return { ...stage, resources: new Map(all), respondedWith }
  })
  return { values, filled, stages: withResources }
}

/** Adds the pages of letters, and the home page with its link to the latest one. */
async function renderLetters(build: SiteOptions['build'], letters: PublicLetters) {
  const stages: BuiltStage[] = []
  for (const stage of build.stages) {
    const { launched } = stage
    const rendered: RenderedPage[] = []
    const changed = [...inEveryLanguage([homePage], launched), ...letters.pagesOf(launched)]
    for (const page of changed) {
      rendered.push(...prerenderPages([page], build, launched, undefined, letters.latest))
      // Many letters would hold up requests.
      await setImmediate()
    }
    const paths = new Set(rendered.map(({ path }) => path))
    const unchanged = stage.pages.filter(({ path }) => !paths.has(path))
    stages.push({ ...stage, pages: [...unchanged, ...rendered] })
  }
  return stages
}

type Values = typeof placeholders

function fillPage(page: RenderedPage, values: Values): Resource {
  const html = page.html
    .replaceAll(placeholders.year, () => values.year)
    .replaceAll(placeholders.publicUrl, () => escapeUrl(values.publicUrl))
    .replaceAll(placeholders.apiUrl, () => escapeUrl(values.apiUrl))
  const plain = Buffer.from(html)
  return { plain, etag: etagOf(plain), headers: pageHeaders(page, values) }
}

/** Any site may read it. */
function fillQuestionnaire(json: string, { publicUrl }: Values): Resource {
  return textFile(
    'application/json',
    json.replaceAll(placeholders.publicUrl, () => escapeUrl(publicUrl)),
    {
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  )
}

function pageHeaders(page: RenderedPage, values: Values) {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': cacheControl.page,
    'Content-Security-Policy': contentSecurityPolicy(page, values),
    ...(page.unlisted && { 'X-Robots-Tag': 'noindex' }),
  }
}

/** The URL appears in attributes, in JSON, and in JSON in attributes: percent-encode what any of them would escape. */
function escapeUrl(url: string): string {
  return url.replace(/[&'"<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Brotli takes some eighty times as long as gzip, and right after a start there are other things to do. */
async function compressAll(stages: { resources: Map<string, Resource> }[], brotliAfterMs: number) {
  const all = stages.flatMap(({ resources }) => [...resources.values()])
  const texts = all.filter(({ headers }) => !headers['Content-Type']!.startsWith('image/'))
  for (const text of texts) text.gzip ??= await toGzip(text.plain)
  await sleep(brotliAfterMs, undefined, { ref: false })
  for (const text of texts) text.br ??= await toBrotli(text.plain)
}
