import { Hono } from 'hono'
import type { Db } from '#database/schema.ts'
import { routes } from '#routes.ts'
import { readToken, type Keys } from '#signed-token.ts'
import type { SiteServer } from '#site/create-site.ts'
import {
  confirmedPage,
  confirmPage,
  expiredLinkPage,
  unsubscribedPage,
  unsubscribePage,
} from './subscription-views.tsx'
import { canConfirm, confirm } from './confirm.ts'
import type { ConsentTexts } from './consent.ts'
import { unsubscribe } from './unsubscribe.ts'

export interface SubscriptionPagesOptions extends Keys {
  db: Db
  site: SiteServer
  consent: ConsentTexts
  clock: () => Date
}

/** Where the confirmation and unsubscribe links lead. The token in the path is all the permission there is. */
export function createSubscriptionPages(options: SubscriptionPagesOptions): Hono {
  const { db, site, consent, clock } = options
  const app = new Hono()
  const confirmPath = `${routes.confirm}/:token` as const
  const unsubscribePath = `${routes.unsubscribe}/:token` as const
  const expiredLink = () => site.answer(expiredLinkPage, 404)

  app.get(confirmPath, async (c) => {
    const consentId = readToken(options, 'confirm', c.req.param('token'), clock())
    if (consentId === undefined || !(await canConfirm(db, consentId))) return expiredLink()
    return site.answer(confirmPage)
  })

  app.post(confirmPath, async (c) => {
    const consentId = readToken(options, 'confirm', c.req.param('token'), clock())
    if (consentId === undefined || !(await confirm(db, consentId, consent, clock())))
      return expiredLink()
    return site.answer(confirmedPage)
  })

  // The database is not asked: the link stays good after the address was erased.
  app.get(unsubscribePath, (c) => {
    const subscriberId = readToken(options, 'unsubscribe', c.req.param('token'), clock())
    return subscriberId === undefined ? expiredLink() : site.answer(unsubscribePage)
  })

  // For the page's button and for a mail program's one-click (RFC 8058) alike: the body is not read,
  // no origin is asked, and the answer is no redirect.
  app.post(unsubscribePath, async (c) => {
    const subscriberId = readToken(options, 'unsubscribe', c.req.param('token'), clock())
    if (subscriberId === undefined) return expiredLink()
    await unsubscribe(db, subscriberId, clock())
    return site.answer(unsubscribedPage)
  })
  return app
}
