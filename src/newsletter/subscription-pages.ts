import { Hono, type Context } from 'hono'
import type { Db } from '#database/schema.ts'
import { routes } from '#routes.ts'
import { readToken, type Keys, type TokenPurpose } from '#signed-token.ts'
import type { SiteServer } from '#site/create-site.ts'
import * as views from './subscription-views.tsx'
import { canConfirm } from './confirm.ts'

export interface SubscriptionPagesOptions extends Keys {
  db: Db
  site: SiteServer
  operations: {
    confirm: (consentId: string) => Promise<boolean>
    countOpened: (consentId: string) => Promise<void>
    unsubscribe: (subscriberId: string) => Promise<boolean>
    reportNotMe: (subscriberId: string) => Promise<boolean>
  }
  clock: () => Date
}

/** The pages behind confirmation and unsubscribe links. The token in the path is the only permission. */
export function createSubscriptionPages(options: SubscriptionPagesOptions): Hono {
  const { db, site, operations, clock } = options
  const app = new Hono()
  const confirming = `${routes.confirm}/:token`
  const unsubscribing = `${routes.unsubscribe}/:token`
  const reporting = `${routes.notMe}/:token`
  const idIn = (c: Context, purpose: TokenPurpose) =>
    readToken(options, purpose, c.req.param('token')!, clock())
  const expiredLink = () => site.answer(views.expiredLinkPage, 404)

  const countOnce = openedCounter(operations.countOpened)

  app.get(confirming, async (c) => {
    const id = idIn(c, 'confirm')
    if (!id || !(await canConfirm(db, id))) return expiredLink()
    if (c.req.method === 'GET') countOnce(id)
    return site.answer(views.confirmPage)
  })

  app.post(confirming, async (c) => {
    const id = idIn(c, 'confirm')
    const isDone = id && (await operations.confirm(id))
    return isDone ? site.answer(views.confirmedPage) : expiredLink()
  })

  // The database is not asked: the button says what is left to end.
  app.get(unsubscribing, (c) =>
    idIn(c, 'unsubscribe') ? site.answer(views.unsubscribePage) : expiredLink(),
  )

  // For the page's button and for a mail program's one-click (RFC 8058) alike: the body is not read,
  // no origin is asked, and the answer is no redirect.
  app.post(unsubscribing, async (c) => {
    const id = idIn(c, 'unsubscribe')
    if (!id) return expiredLink()
    const wasThere = await operations.unsubscribe(id)
    return site.answer(wasThere ? views.unsubscribedPage : views.notSubscribedPage)
  })

  app.get(reporting, (c) => (idIn(c, 'not-me') ? site.answer(views.notMePage) : expiredLink()))

  app.post(reporting, async (c) => {
    const id = idIn(c, 'not-me')
    const wasThere = id && (await operations.reportNotMe(id))
    return wasThere ? site.answer(views.notMeDonePage) : expiredLink()
  })
  return app
}

const maxRemembered = 10_000

/** A page that is opened again and again is written once. Nobody waits for the count, and it may fail. */
function openedCounter(count: (consentId: string) => Promise<void>) {
  const counted = new Set<string>()
  return (consentId: string) => {
    if (counted.has(consentId)) return
    if (counted.size >= maxRemembered) counted.clear()
    counted.add(consentId)
    count(consentId).catch(() => counted.delete(consentId))
  }
}
