import { Hono, type Context } from 'hono'
import { siteLanguage } from '#content/site-language.ts'
import type { Db } from '#database/schema.ts'
import { allLanguages, type Language } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import { readToken, type Keys, type TokenPurpose } from '#signed-token.ts'
import type { SiteServer } from '#site/create-site.ts'
import type { Page } from '#site/page.ts'
import { canConfirm } from './confirm.ts'
import * as confirmViews from './confirm-views.tsx'
import * as views from './subscription-views.tsx'

export interface SubscriptionPagesOptions extends Keys {
  db: Db
  site: SiteServer
  operations: {
    confirm: (consentId: string, language: Language) => Promise<boolean>
    countOpened: (consentId: string) => Promise<void>
    unsubscribe: (subscriberId: string) => Promise<boolean>
    reportNotMe: (subscriberId: string) => Promise<boolean>
  }
  clock: () => Date
}

/** The pages behind confirmation and unsubscribe links. The token in the path is the only permission. */
export function createSubscriptionPages(options: SubscriptionPagesOptions): Hono {
  const app = new Hono()
  const countOnce = openedCounter(options.operations.countOpened)
  // Of every language: a link that was mailed must work after the owner has switched its language off.
  for (const language of allLanguages) addPages(app, language, options, countOnce)
  return app
}

function addPages(
  app: Hono,
  pathLanguage: Language,
  options: SubscriptionPagesOptions,
  countOnce: (consentId: string) => void,
) {
  const { db, site, operations, clock } = options
  const language = siteLanguage(pathLanguage)
  const confirming = `${localPath(pathLanguage, routes.confirm)}/:token`
  const unsubscribing = `${localPath(pathLanguage, routes.unsubscribe)}/:token`
  const reporting = `${localPath(pathLanguage, routes.notMe)}/:token`
  const idIn = (c: Context, purpose: TokenPurpose) =>
    readToken(options, purpose, c.req.param('token')!, clock())
  const show = (pageOf: (language: Language) => Page) => site.respond(pageOf(language))
  const expiredLink = () => site.respond(views.expiredLinkPage(language), 404)

  app.get(confirming, async (c) => {
    const id = idIn(c, 'confirm')
    if (!id || !(await canConfirm(db, id))) return expiredLink()
    if (c.req.method === 'GET') countOnce(id)
    return show(confirmViews.confirmPage)
  })

  app.post(confirming, async (c) => {
    const id = idIn(c, 'confirm')
    const isDone = id && (await operations.confirm(id, language))
    return isDone ? show(confirmViews.confirmedPage) : expiredLink()
  })

  // Doesn't read the database: the response to the button says whether there was a subscription.
  app.get(unsubscribing, (c) =>
    idIn(c, 'unsubscribe') ? show(views.unsubscribePage) : expiredLink(),
  )

  // For the page's button and for one-click unsubscribe (RFC 8058): reads no body, checks no origin, doesn't redirect.
  app.post(unsubscribing, async (c) => {
    const id = idIn(c, 'unsubscribe')
    if (!id) return expiredLink()
    const wasThere = await operations.unsubscribe(id)
    return show(wasThere ? views.unsubscribedPage : views.notSubscribedPage)
  })

  app.get(reporting, (c) => (idIn(c, 'not-me') ? show(confirmViews.notMePage) : expiredLink()))

  app.post(reporting, async (c) => {
    const id = idIn(c, 'not-me')
    const wasThere = id && (await operations.reportNotMe(id))
    return wasThere ? show(confirmViews.notMeDonePage) : expiredLink()
  })
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
