import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { site as content } from '#content/content.ts'
import { launchTime } from '#content/launch.ts'
import { siteLanguage } from '#content/site-language.ts'
import type { Language, Words } from '#language.ts'
import { createSubscriptionPages } from '#subscribers/subscription-pages.ts'
import { createMyData, type MyDataOptions } from '#privacy/my-data.ts'
import { languageOf, localPath, routes } from '#routes.ts'
import type { Resource } from '#site/resource.ts'
import { shownHeader } from '#shown-texts.ts'
import { rootFiles } from '#site/root-files.ts'
import { createHealth, type HealthOptions } from './health.ts'
import { logRequests, tokenPattern, type RequestLog } from './log-requests.ts'
import { mailTitles } from '#owner/mail-kinds.ts'
import { encodingFor, encodingHeaders } from './prebuilt-responses.ts'
import { privateHeaders } from '#http/security-headers.ts'

export interface AppOptions extends Pick<HealthOptions, 'probeWrite' | 'isDiskLow' | 'log'> {
  /** Options of the pages that are rendered per request. */
  pages: Omit<MyDataOptions, 'mailTitles'>
  /** Default headers of every response. */
  headers: Record<string, string>
  requestLog: RequestLog
}

/** Pages rendered per request, and 404s. Prebuilt pages and POST /contact are handled in listener.ts. */
export function createApp(options: AppOptions): Hono {
  const { pages, headers, probeWrite, isDiskLow, log, requestLog } = options
  const { db, site, publicUrl, clock } = pages
  const app = new Hono()
  app.use(logRequests(log, requestLog))
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) {
      if (!c.res.headers.has(name)) c.header(name, value)
    }
    if (!tokenPattern(c.req.path)) return
    for (const [name, value] of Object.entries(privateHeaders)) c.header(name, value)
  })

  for (const language of content.languages) {
    app.options(
      localPath(language, routes.intake),
      cors({
        origin: (origin) => (pages.allowedOrigins.includes(origin) ? origin : null),
        allowMethods: ['POST'],
        allowHeaders: ['Content-Type', 'Idempotency-Key', shownHeader],
        maxAge: 600,
      }),
    )
  }
  app.route('/', createSubscriptionPages(pages))
  app.route('/', createMyData({ ...pages, mailTitles }))

  app.route('/', createHealth({ probeWrite, isDiskLow, db, clock, log }))

  for (const { path, contentType, write } of rootFiles) {
    app.get(path, (c) => {
      const cacheControl = `public, max-age=${maxAgeSeconds(clock())}`
      const fileHeaders = { 'Content-Type': contentType, 'Cache-Control': cacheControl }
      const facts = { publicUrl, now: clock(), letterPages: site.letterPages() }
      return c.body(write(facts), 200, fileHeaders)
    })
  }

  app.get(`${routes.letters}/*`, async (c, next) => {
    const picture = await site.readPicture(c.req.path)
    return picture ? sendPicture(c, picture) : next()
  })

  app.get('*', (c, next) => {
    const { path } = c.req
    // The lookbehind matters: matching 16,000 slashes from each one of them takes half a second.
    const bare = path.replace(/(?<!\/)\/+$/, '')
    if (bare === path || bare.endsWith(routes.notFound) || !site.has(bare)) return next()
    return c.redirect(`${bare}${new URL(c.req.url).search}`, 308)
  })

  app.all('*', (c) => {
    const isHealth = c.req.path === routes.health || c.req.path === routes.ready
    const isKnown = site.has(c.req.path) || isHealth
    if (isKnown && !isRead(c.req.method)) {
      const allow = allowedMethods[c.req.path] ?? 'GET, HEAD'
      return c.text('Method not allowed\n', 405, { Allow: allow })
    }
    const ownPage = site.find(localPath(languageOf(c.req.path), routes.notFound))
    return notFound(c, ownPage ?? site.find(routes.notFound)!)
  })

  app.onError((_, c) => c.text(serverErrorText(languageOf(c.req.path)), 500))
  return app
}

const words = {
  en: { serverError: 'Something went wrong on our side. Please try again in a moment.' },
  it: { serverError: 'Si è verificato un problema sui nostri sistemi. Riprova tra poco.' },
} satisfies Words

/** Plain text: the page around it could fail for the same reason. */
export function serverErrorText(language: Language): string {
  return `${words[siteLanguage(language)].serverError}\n`
}

/** An hour, but never past the launch: no cache may show the dates of before. */
export function maxAgeSeconds(now: Date, launchAt = launchTime() ?? Infinity): number {
  const untilLaunch = (launchAt - now.getTime()) / 1000
  return untilLaunch > 0 ? Math.min(3600, Math.floor(untilLaunch)) : 3600
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

const allowedMethods: Record<string, string> = Object.fromEntries(
  content.languages.flatMap((language) => [
    [localPath(language, routes.intake), 'GET, HEAD, POST, OPTIONS'],
    [localPath(language, routes.myData), 'GET, HEAD, POST'],
  ]),
)

/** Like a prebuilt response, but it is not kept. */
function sendPicture(c: Context, { plain, etag, headers }: Resource) {
  const tag = `"${etag}-plain"`
  const known = { ...headers, ETag: tag, Vary: 'Accept-Encoding' }
  if (c.req.header('if-none-match')?.includes(tag)) return c.body(null, 304, known)
  return c.body(new Uint8Array(plain), 200, { ...known, ...encodingHeaders('plain', plain) })
}

/** Like a prebuilt response, but with status 404. */
function notFound(c: Context, page: Resource) {
  const encoding = encodingFor(page, c.req.header('accept-encoding'))
  const bytes = page[encoding]!
  const headers = { ...page.headers, ...encodingHeaders(encoding, bytes) }
  return c.body(new Uint8Array(bytes), 404, headers)
}
