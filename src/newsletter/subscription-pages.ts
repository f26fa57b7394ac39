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
  notSubscribedPage,
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
    (purpose: TokenPurpose, act: (id: string) => Page | undefined | Promise<Page | undefined>) =>
    async (c: Context) => {
      const id = readToken(options, purpose, c.req.param('token')!, clock())
      const page = id === undefined ? undefined : await act(id)
      return page ? site.answer(page) : site.answer(expiredLinkPage, 404)
    }
  const confirming = `${routes.confirm}/:token`
  const unsubscribing = `${routes.unsubscribe}/:token`

  app.get(
    confirming,
    answer('confirm', async (id) => ((await canConfirm(db, id)) ? confirmPage : undefined)),
  )
  app.post(
    confirming,
    answer('confirm', async (id) =>
      (await confirm(db, id, consent, clock())) ? confirmedPage : undefined,
    ),
  )
  // The database is not asked: the button says what is left to end.
  app.get(
    unsubscribing,
    answer('unsubscribe', () => unsubscribePage),
  )
  // For the page's button and for a mail program's one-click (RFC 8058) alike: the body is not read,
  // no origin is asked, and the answer is no redirect.
  app.post(
    unsubscribing,
    answer('unsubscribe', async (id) =>
      (await unsubscribe(db, id, clock())) ? unsubscribedPage : notSubscribedPage,
    ),
  )
  return app
}
