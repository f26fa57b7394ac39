import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { countClient, type ClientLimits } from '#intake/count-client.ts'
import { parseEmailAddress } from '#intake/email-address.ts'
import { MalformedBody, readFormFields } from '#intake/read-fields.ts'
import { correctionRules } from '#intake/submission-rules.ts'
import { isWelcomeOrigin, type AskedFrom, type WelcomeOrigins } from '#intake/welcome-origin.ts'
import { liftObjection } from '#mail/objection.ts'
import type { SubscribeOptions } from '#newsletter/subscribe.ts'
import { routes } from '#routes.ts'
import type { SiteServer } from '#site/create-site.ts'
import { pageAnswer } from '#site/page-answer.ts'
import { notSentPage } from '#site/pages/form-answers.tsx'
import { heldDataPage } from '#site/pages/held-data.tsx'
import { correctedPage, dataErasedPage, erasePage } from '#site/pages/my-data-answers.tsx'
import { dataLinkSentPage, myDataInvalidPage } from '#site/pages/my-data.tsx'
import { linkOverPage } from '#site/pages/subscription.tsx'
import { collectEverything } from './collect-everything.ts'
import { correct } from './correct.ts'
import { readDataLink, sendDataLink } from './data-link.ts'
import { eraseEverything } from './erase-everything.ts'
import { object } from './object.ts'

export interface MyDataOptions extends SubscribeOptions, ClientLimits, WelcomeOrigins {
  db: Kysely<Schema>
  site: SiteServer
  clock: () => Date
}

const maxBodyBytes = 16 * 1024

/** POST /my-data asks for a link by mail; the link leads to all that is held, and to one's rights over it. */
export function createMyData(options: MyDataOptions): Hono {
  const { db, secret, site, clock } = options
  const app = new Hono()
  const page = `${routes.myData}/:token`

  app.use(
    `${routes.myData}/*`,
    bodyLimit({ maxSize: maxBodyBytes, onError: () => pageAnswer(site, notSentPage, 413) }),
  )

  app.post(routes.myData, async (c) => {
    if (!isWelcomeOrigin(asked(c), options)) return pageAnswer(site, notSentPage, 403)
    const waitSeconds = await countClient(c, db, options, clock())
    if (waitSeconds > 0) {
      return pageAnswer(site, notSentPage, 429, { 'Retry-After': String(waitSeconds) })
    }
    const { email } = await readForm(c)
    const address = parseEmailAddress(email ?? '')
    if (!address) return pageAnswer(site, myDataInvalidPage(email ?? ''), 422)
    await sendDataLink(db, address, clock())
    return pageAnswer(site, dataLinkSentPage)
  })

  /** The token is all the permission there is; without a good one every door says the same. */
  const opened =
    (act: (c: Context, emailKey: string) => Promise<Response>) => async (c: Context) => {
      const emailKey = await readDataLink(db, secret, c.req.param('token') ?? '', clock())
      return emailKey === undefined ? pageAnswer(site, linkOverPage, 404) : await act(c, emailKey)
    }

  app.get(
    page,
    opened(async (c, emailKey) =>
      pageAnswer(site, heldDataPage(await collectEverything(db, emailKey), c.req.path)),
    ),
  )

  app.get(
    `${page}/download`,
    opened(async (c, emailKey) => {
      const held = await collectEverything(db, emailKey)
      c.header('Content-Disposition', 'attachment; filename="my-data.json"')
      return c.body(`${JSON.stringify(held, null, 2)}\n`, 200, {
        'Content-Type': 'application/json; charset=utf-8',
      })
    }),
  )

  app.post(
    `${page}/correct`,
    opened(async (c, emailKey) => {
      const given = Object.entries(await readForm(c)).filter(([, value]) => value.trim() !== '')
      const correction = correctionRules.safeParse(Object.fromEntries(given))
      if (!correction.success) {
        const held = await collectEverything(db, emailKey)
        const issues = correction.error.issues.map(({ path, message }) => [path[0], message])
        const refused = { given: Object.fromEntries(given), errors: Object.fromEntries(issues) }
        return pageAnswer(site, heldDataPage(held, pageOf(c), refused), 422)
      }
      await db
        .transaction()
        .execute((trx) => correct(trx, emailKey, correction.data, options, clock()))
      return pageAnswer(site, correctedPage)
    }),
  )

  app.post(
    `${page}/object`,
    opened(async (c, emailKey) => {
      await db.transaction().execute((trx) => object(trx, emailKey, clock()))
      return c.redirect(pageOf(c), 303)
    }),
  )

  app.post(
    `${page}/allow`,
    opened(async (c, emailKey) => {
      await liftObjection(db, emailKey)
      return c.redirect(pageOf(c), 303)
    }),
  )

  app.get(
    `${page}/erase`,
    opened(async () => pageAnswer(site, erasePage)),
  )

  app.post(
    `${page}/erase`,
    opened(async (_, emailKey) => {
      await db.transaction().execute((trx) => eraseEverything(trx, emailKey, secret, clock()))
      return pageAnswer(site, dataErasedPage)
    }),
  )
  return app
}

async function readForm(c: Context): Promise<Record<string, string>> {
  try {
    const fields = readFormFields(new Uint8Array(await c.req.arrayBuffer()))
    return Object.fromEntries(fields) as Record<string, string>
  } catch (error) {
    if (error instanceof MalformedBody) return {}
    throw error
  }
}

/** From an action's address back to the page that it stands on. */
function pageOf(c: Context): string {
  return c.req.path.slice(0, c.req.path.lastIndexOf('/'))
}

function asked({ req }: Context): AskedFrom {
  return { header: (name) => req.header(name), url: req.url }
}
