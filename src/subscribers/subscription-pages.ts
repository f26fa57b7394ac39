import { Hono } from 'hono'
import type { Launched } from '#content/launch.ts'
import { siteLanguage } from '#content/site-language.ts'
import type { Db } from '#database/schema.ts'
import type { RateLimit } from '#http/rate-limit.ts'
import { readFormField } from '#http/read-fields.ts'
import { allLanguages, type Language } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import type { Keys } from '#secret.ts'
import { shownField } from '#shown-texts.ts'
import { readToken, type TokenPurpose } from '#signed-token.ts'
import type { SiteServer } from '#site/create-site.ts'
import type { Page } from '#site/page.ts'
import { notSentPage } from '#site/pages/notice-pages.tsx'
import { canConfirm, type ConfirmedPage } from './confirm.ts'
import { consentIn, findConfirmationText, type ConsentTextsByLanguage } from './consent.ts'
import * as views from './subscription-views.tsx'

export interface SubscriptionPagesOptions extends Keys {
  db: Db
  site: SiteServer
  /** For the buttons behind a link. Per link, not per client: a link's owner must not hold up others. */
  rateLimit: RateLimit
  /** For opening the page behind a link, which is rendered for each request. */
  readLimit: RateLimit
  operations: {
    confirm: (consentId: string, page: ConfirmedPage) => Promise<boolean>
    countOpened: (consentId: string) => Promise<void>
    unsubscribe: (subscriberId: string) => Promise<boolean>
    reportNotMe: (subscriberId: string) => Promise<boolean>
  }
  /** The texts of this moment. */
  consent: () => ConsentTextsByLanguage
  clock: () => Date
}

type SubscriptionApp = Hono<{ Variables: { id: string } }>

/** The pages behind confirmation and unsubscribe links. The token in the path is the only permission. */
export function createSubscriptionPages(options: SubscriptionPagesOptions): SubscriptionApp {
  const app: SubscriptionApp = new Hono()
  const countOnce = openedCounter(options.operations.countOpened)
  // Of every language: a link that was mailed must work after the owner has switched its language off.
  for (const language of allLanguages) addPages(app, language, options, countOnce)
  return app
}

function addPages(
  app: SubscriptionApp,
  pathLanguage: Language,
  options: SubscriptionPagesOptions,
  countOnce: (consentId: string) => void,
) {
  const { db, site, operations, rateLimit, readLimit, clock } = options
  const language = siteLanguage(pathLanguage)
  const show = (pageOf: (language: Language, launched: Launched) => Page) =>
    site.respond(pageOf(language, site.launched()))
  const expiredLink = () => site.respond(views.expiredLinkPage(language), 404)

  function behindLink(route: string, purpose: TokenPurpose) {
    const path = `${localPath(pathLanguage, route)}/:token` as const
    app.use(path, async (c, next) => {
      const token = c.req.param('token')
      const id = readToken(options, purpose, token, clock())
      if (id === undefined) return expiredLink()
      const waitSeconds = c.req.method === 'POST' ? rateLimit(token) : readLimit(token)
      if (waitSeconds > 0) return respondNotSent(site, language, 429, waitSeconds)
      c.set('id', id)
      return await next()
    })
    return path
  }
  const confirming = behindLink(routes.confirm, 'confirm')
  const unsubscribing = behindLink(routes.unsubscribe, 'unsubscribe')
  const reporting = behindLink(routes.notMe, 'not-me')

  app.get(confirming, async (c) => {
    const { id } = c.var
    if (!(await canConfirm(db, id))) return expiredLink()
    if (c.req.method === 'GET') countOnce(id)
    return show(views.confirmPage)
  })

  app.post(confirming, async (c) => {
    const name = readFormField(await c.req.arrayBuffer(), shownField)
    const today = consentIn(options.consent(), language)
    const textHash = await findConfirmationText(db, { name, language, today })
    if (textHash === undefined) return respondNotSent(site, language, 422)
    const isConfirmed = await operations.confirm(c.var.id, { language, textHash })
    return isConfirmed ? show(views.confirmedPage) : expiredLink()
  })

  // Doesn't read the database: the response to the button says whether there was a subscription.
  app.get(unsubscribing, () => show(views.unsubscribePage))

  // For the page's button and for one-click unsubscribe (RFC 8058): reads no body, checks no origin, doesn't redirect.
  app.post(unsubscribing, async (c) => {
    const wasThere = await operations.unsubscribe(c.var.id)
    return show(wasThere ? views.unsubscribedPage : views.notSubscribedPage)
  })

  app.get(reporting, () => show(views.notMePage))

  app.post(reporting, async (c) =>
    (await operations.reportNotMe(c.var.id)) ? show(views.notMeDonePage) : expiredLink(),
  )
}

export function respondNotSent(
  site: SiteServer,
  language: Language,
  status: number,
  waitSeconds?: number,
): Response {
  const headers = waitSeconds === undefined ? {} : { 'Retry-After': String(waitSeconds) }
  return site.respond(notSentPage(language), status, headers)
}

const maxRemembered = 10_000

/** Counts each page once. The response doesn't wait for it, and a failure is ignored. */
function openedCounter(count: (consentId: string) => Promise<void>) {
  const counted = new Set<string>()
  return (consentId: string) => {
    if (counted.has(consentId)) return
    if (counted.size >= maxRemembered) counted.clear()
    counted.add(consentId)
    count(consentId).catch(() => counted.delete(consentId))
  }
}
