import { setImmediate } from 'node:timers/promises'
import { stageAt, type Launched, type Stage } from '#content/launch.ts'
import { routes } from '#routes.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { pathOf, type Page, type PageContext } from './page.ts'
import { questionnaireJson } from './questionnaire/questionnaire-entries.ts'
import { renderPage, scriptsOf, type ClientBuild, type RenderedPage } from './render-page.tsx'
import { cacheControl, etagOf, textFile, toBrotli, toGzip, type Resource } from './resource.ts'

/** Pages and files that the owner's public letters add to the site. */
export interface PublicLetters {
  /** One that is the same object as before looks the same as before. */
  pages: Page[]
  /** Feeds, by path. */
  files: Map<string, () => Resource>
  /** By path. They are read for each request: a hundred letters have too many to keep. */
  pictures: Map<string, () => Promise<Resource>>
  latest: NonNullable<PageContext['latestLetter']>
}

export interface EpochOptions {
  client: ClientBuild
  /** Pages that are the same for everybody. */
  pagesOf: (launched: Launched) => Page[]
  publicUrl: string
  /** The server that the forms post to; empty: the same origin. */
  apiUrl: string
}

interface Span {
  year: string
  launched: Launched
  since: number
  until: number
}

/** The year in the footer and the stage, and how long both stay as they are. */
export function spanAt(time: number, stages: Stage[]): Span {
  const today = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('Europe/Rome')
  const newYear = today.with({ month: 1, day: 1 }).startOfDay()
  const stage = stageAt(stages, new Date(time))
  const nextStage = stages[stages.indexOf(stage) + 1]
  return {
    year: String(today.year),
    launched: stage.launched,
    since: Math.max(newYear.epochMilliseconds, startOf(stage)),
    until: Math.min(
      newYear.add({ years: 1 }).epochMilliseconds,
      nextStage ? startOf(nextStage) : Infinity,
    ),
  }
}

function startOf({ since }: Stage): number {
  return since === null ? -Infinity : Date.parse(since)
}

/** The site of one year, stage and set of letters. */
export interface Epoch extends Span {
  context: PageContext
  /** Pages and files that are the same for everybody, by path. */
  resources: Map<string, OnceMade<Resource>>
  letterPages: Map<Page, OnceMade<Resource>>
  /** Pages without a path that several requests get. */
  respondedWith: WeakMap<Page, RenderedPage>
}

type OnceMade<Made> = (() => Made) & { ifMade: () => Made | undefined }

/**
 * Lists the pages. Each is rendered when it is first asked for.
 * @param earlier gives its pages of letters, if they are of the same year and stage
 */
export function openEpoch(
  { client, pagesOf, publicUrl, apiUrl }: EpochOptions,
  span: Span,
  letters: PublicLetters,
  earlier?: Epoch,
): Epoch {
  const { year, launched } = span
  const context: PageContext = {
    year,
    launched,
    publicUrl,
    apiUrl,
    islandModules: client.islandModules,
    measured: client.measured?.[launched ? 'after' : 'before'],
    latestLetter: letters.latest,
  }
  const isSame = earlier?.year === year && earlier.launched === launched
  const letterPages: Epoch['letterPages'] = new Map()
  const resources: Epoch['resources'] = new Map()
  for (const page of pagesOf(launched)) {
    resources.set(pathOf(page), openPage(page, context, client))
  }
  for (const page of letters.pages) {
    const known = isSame ? earlier.letterPages.get(page) : undefined
    const resource = known ?? openPage(page, context, client)
    letterPages.set(page, resource)
    resources.set(pathOf(page), resource)
  }
  resources.set(routes.questionnaireJson, openQuestionnaire(context))
  for (const [path, file] of letters.files) resources.set(path, once(file))
  return { ...span, context, resources, letterPages, respondedWith: new WeakMap() }
}

// A function of its own: a closure inside openEpoch would keep `earlier`, and all epochs before it, in memory.
function openPage(page: Page, context: PageContext, client: ClientBuild) {
  return once((): Resource => {
    const rendered = renderPage(page, context, scriptsOf(page, client))
    const plain = Buffer.from(rendered.html)
    return { plain, etag: etagOf(plain), headers: pageHeaders(rendered, context) }
  })
}

/** Any site may read it. */
function openQuestionnaire({ publicUrl, measured }: PageContext) {
  return once(() =>
    textFile('application/json', questionnaireJson(publicUrl, measured), {
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }),
  )
}

/** Makes it at the first call. */
function once<Made>(make: () => Made): OnceMade<Made> {
  let made: Made | undefined
  return Object.assign(() => (made ??= make()), { ifMade: () => made })
}

export function pageHeaders(page: RenderedPage, context: PageContext) {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': cacheControl.page,
    'Content-Security-Policy': contentSecurityPolicy(page, context),
    ...(page.unlisted && { 'X-Robots-Tag': 'noindex' }),
  }
}

/**
 * Renders and compresses every page, with requests in between.
 * @param earlier keeps pages that stay the same, with their encodings
 */
export async function gzipAll(
  { resources }: Epoch,
  onError: (error: unknown) => void,
  earlier?: Epoch,
) {
  for (const [path, resource] of resources) {
    await setImmediate()
    try {
      const made = resource()
      const before = earlier?.resources.get(path)?.ifMade()
      if (before?.etag === made.etag) Object.assign(made, before)
      made.gzip ??= await toGzip(made.plain)
    } catch (error) {
      onError(error)
    }
  }
}

/** Brotli takes some eighty times as long as gzip. */
export async function brotliAll({ resources }: Epoch) {
  for (const resource of resources.values()) {
    const made = resource.ifMade()
    if (made) made.br ??= await toBrotli(made.plain)
  }
}
