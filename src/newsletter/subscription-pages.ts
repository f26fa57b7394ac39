import { Hono, type Context } from 'hono'
import type { Db } from '#database/schema.ts'
import { routes } from '#routes.ts'
import { readToken, type Keys, type TokenPurpose } from '#signed-token.ts'
import type { SiteServer } from '#site/create-site.ts'
import type { Page } from '#site/page.ts'
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
  const answer =
    (purpose: TokenPurpose, act: (id: string) => Promise<boolean>, page: Page) =>
    async (c: Context) => {
      const id = readToken(options, purpose, c.req.param('token')!, clock())
      const isGood = id !== undefined && (await act(id))
      return isGood ? site.answer(page) : site.answer(expiredLinkPage, 404)
    }
  const canStillConfirm = (id: string) => canConfirm(db, id)
  const confirmNow = (id: string) => confirm(db, id, consent, clock())
  // The database is not asked: the link stays good after the address was erased.
  const canUnsubscribe = async () => true
  const unsubscribeNow = (id: string) => unsubscribe(db, id, clock()).then(() => true)
  app.get(`${routes.confirm}/:token`, answer('confirm', canStillConfirm, confirmPage))
  app.post(`${routes.confirm}/:token`, answer('confirm', confirmNow, confirmedPage))
  app.get(`${routes.unsubscribe}/:token`, answer('unsubscribe', canUnsubscribe, unsubscribePage))
  // For the page's button and for a mail program's one-click (RFC 8058) alike: the body is not read,
  // no origin is asked, and the answer is no redirect.
  app.post(`${routes.unsubscribe}/:token`, answer('unsubscribe', unsubscribeNow, unsubscribedPage))
  return app
}
