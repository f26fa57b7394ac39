import { Hono } from 'hono'
import type { Logger } from 'pino'
import { createIntake, type IntakeOptions } from '#intake/intake.ts'
import { createSubscriptionPages } from '#newsletter/subscription-pages.ts'
import { createMyData } from '#privacy/my-data.ts'
import { routes } from '#routes.ts'
import type { SiteServer } from '#site/create-site.ts'
import { faviconAsset, rootFile } from '#site/root-files.ts'
import type { AssetFile } from './asset-files.ts'
import { createHealth } from './health.ts'
import { logRequests } from './log-requests.ts'
import { keepLinksPrivate } from './private-links.ts'
import { emptyPolicy, securityHeaders } from './security-headers.ts'
import { send } from './send.ts'
import { warnOfUntrustedProxy } from './untrusted-proxy.ts'

export interface AppOptions {
  intake: Omit<IntakeOptions, 'onError'>
  site: SiteServer
  assets: Map<string, AssetFile>
  /** Whatever causes mail comes as a POST. */
  afterPost: () => void
  log: Logger
}

export function createApp({ intake, site, assets, afterPost, log }: AppOptions): Hono {
  const app = new Hono()
  app.use(logRequests(log))
  app.use(warnOfUntrustedProxy(intake.trustedProxies, log))
  // Outside of the headers that every answer gets: its word is the last.
  app.use(keepLinksPrivate())
  app.use(securityHeaders(intake))
  app.use(async (c, next) => {
    await next()
    if (c.req.method === 'POST') afterPost()
    if (!c.res.headers.has('Content-Security-Policy')) {
      c.header('Content-Security-Policy', emptyPolicy)
    }
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
  })

  app.route(
    '/',
    createIntake({
      ...intake,
      onError: (error) => log.error({ err: error }, 'submission not kept'),
    }),
  )

  app.route('/', createSubscriptionPages({ ...intake, site }))
  app.route('/', createMyData({ ...intake, site }))

  app.route('/', createHealth({ ...intake, log }))

  app.get('*', (c, next) => {
    const file = rootFile(c.req.path, intake.publicUrl, intake.clock())
    if (!file) return next()
    return c.body(file.text, 200, {
      'Content-Type': file.contentType,
      'Cache-Control': 'public, max-age=3600',
    })
  })

  app.get(routes.favicon, (c, next) => {
    const icon = assets.get(faviconAsset)
    if (!icon) return next()
    return send(c, icon.body, {
      'Content-Type': icon.contentType,
      'Cache-Control': 'public, max-age=86400',
    })
  })

  app.get(`${routes.assets}/*`, (c, next) => {
    const asset = assets.get(c.req.path)
    if (!asset) return next()
    return send(c, asset.body, {
      'Content-Type': asset.contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })

  app.get('*', (c, next) => {
    const { path } = c.req
    const page = site.pageAt(path)
    if (!page || path === routes.notFound) {
      const bare = path.replace(/\/+$/, '')
      if (bare === path || bare === routes.notFound || !site.pageAt(bare)) return next()
      return c.redirect(`${bare}${new URL(c.req.url).search}`, 308)
    }
    return send(c, page, pageHeaders(page.contentSecurityPolicy, page.unlisted))
  })

  app.all('*', (c) => {
    const isHealth = c.req.path === routes.health || c.req.path === routes.ready
    const isKnown = site.pageAt(c.req.path) !== undefined || isHealth
    if (isKnown && !['GET', 'HEAD'].includes(c.req.method)) {
      const allow = allowedMethods[c.req.path] ?? 'GET, HEAD'
      return c.text('Method not allowed\n', 405, { Allow: allow })
    }
    const page = site.pageAt(routes.notFound)!
    return send(c, page, pageHeaders(page.contentSecurityPolicy, true), 404)
  })

  app.onError((error, c) => {
    log.error({ err: error }, 'request failed')
    return c.text('Something went wrong on our side.\n', 500)
  })
  return app
}

const allowedMethods: Record<string, string> = {
  [routes.intake]: 'GET, HEAD, POST, OPTIONS',
  [routes.myData]: 'GET, HEAD, POST',
}

function pageHeaders(contentSecurityPolicy: string, unlisted: boolean): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy,
    ...(unlisted ? { 'X-Robots-Tag': 'noindex' } : {}),
  }
}
