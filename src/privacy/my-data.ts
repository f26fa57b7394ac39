import { Readable } from 'node:stream'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { parseVisitorAddress, type EmailAddress } from '#email-address.ts'
import { isAllowedOrigin, type AllowedOrigins } from '#http/allowed-origin.ts'
import { clientAddress } from '#http/client-address.ts'
import type { RateLimit } from '#http/rate-limit.ts'
import { MalformedBody, maxBodyBytes, readFormFields } from '#http/read-fields.ts'
import type { SubscriptionPagesOptions } from '#newsletter/subscription-pages.ts'
import { expiredLinkPage } from '#newsletter/subscription-views.tsx'
import { routes } from '#routes.ts'
import { notSentPage } from '#site/pages/notice-pages.tsx'
import { collectPersonalData, personalDataJson } from './collect-personal-data.ts'
import { readDataLink } from './data-link.tsx'
import * as views from './my-data-views.tsx'
import { personalDataPage } from './personal-data-view.tsx'

export interface MyDataOptions extends SubscriptionPagesOptions, AllowedOrigins {
  trustedProxies: number
  rateLimit: RateLimit
  /** For opening the page behind a link: it is made anew each time. */
  readLimit: RateLimit
  /** @returns false if it could not be stored */
  storeDataRequest: (address: EmailAddress) => Promise<boolean>
  operations: SubscriptionPagesOptions['operations'] & {
    setNoMoreEmail: (emailKey: string, isOn: boolean) => Promise<void>
    erase: (emailKey: string) => Promise<void>
  }
}

export const readsPerMinute = 60

/** Per table, on the page. The download has all. */
const maxEntries = 10

/** POST /my-data asks for a link by email; the link opens the page with everything held about the address. */
export function createMyData(options: MyDataOptions) {
  const { db, operations, site, rateLimit, readLimit, clock } = options
  const app = new Hono<{ Variables: { emailKey: string } }>()
  const page = `${routes.myData}/:token` as const

  app.use(
    `${routes.myData}/*`,
    bodyLimit({ maxSize: maxBodyBytes, onError: () => site.answer(notSentPage('en'), 413) }),
  )

  app.post(routes.myData, (c) => askForLink(c, options))

  // The token is the only permission. A wrong or expired one gets the same answer everywhere.
  app.use(`${page}/*`, async (c, next) => {
    const token = c.req.param('token')
    const { emailKey, isGood } = await readDataLink(db, options, token, clock())
    if (isGood) {
      // Limit per link, not per IP.
      const waitSeconds = c.req.method === 'POST' ? rateLimit(token) : readLimit(token)
      if (waitSeconds > 0) return tooMany(options, waitSeconds)
    }
    if (emailKey === undefined) {
      // Pressing "erase" twice is not an error.
      const isErasedAgain = isGood && c.req.method === 'POST' && c.req.path.endsWith('/erase')
      return isErasedAgain ? site.answer(views.nothingLeftPage) : site.answer(expiredLinkPage, 404)
    }
    c.set('emailKey', emailKey)
    return await next()
  })

  app.get(page, async (c) => {
    const held = await collectPersonalData(db, c.var.emailKey, maxEntries)
    return site.answer(personalDataPage(held, c.req.path))
  })

  app.get(`${page}/download`, (c) => {
    const pieces = Readable.from(personalDataJson(db, c.var.emailKey), { objectMode: false })
    return c.body(Readable.toWeb(pieces) as ReadableStream, 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
    })
  })

  for (const action of ['no-more-email', 'allow-email']) {
    app.post(`${page}/${action}`, async (c) => {
      await operations.setNoMoreEmail(c.var.emailKey, action === 'no-more-email')
      return c.redirect(`${routes.myData}/${c.req.param('token')}#no-more-email`, 303)
    })
  }

  app.get(`${page}/erase`, (c) =>
    site.answer(views.erasePage(`${routes.myData}/${c.req.param('token')}`)),
  )

  app.post(`${page}/erase`, async (c) => {
    await operations.erase(c.var.emailKey)
    return site.answer(views.dataErasedPage)
  })
  return app
}

async function askForLink(c: Context, options: MyDataOptions): Promise<Response> {
  const { site, rateLimit, trustedProxies } = options
  const isAllowed = isAllowedOrigin((name) => c.req.header(name), options)
  if (!isAllowed) return site.answer(notSentPage('en'), 403)
  const email = await readEmail(c)
  const address = parseVisitorAddress(email)
  const socketAddress = getConnInfo(c).remote.address
  const client = clientAddress(socketAddress, c.req.header('x-forwarded-for'), trustedProxies)
  const waitSeconds = rateLimit(client)
  if (waitSeconds > 0) return tooMany(options, waitSeconds)
  if (!address) return site.answer(views.myDataInvalidPage(email), 422)
  const isStored = await options.storeDataRequest(address)
  if (!isStored) return site.answer(notSentPage('en'), 503, { 'Retry-After': '5' })
  return site.answer(views.dataLinkSentPage)
}

async function readEmail(c: Context): Promise<string> {
  try {
    const fields = readFormFields(new Uint8Array(await c.req.arrayBuffer()))
    return (fields.get('email') as string | undefined) ?? ''
  } catch (error) {
    if (error instanceof MalformedBody) return ''
    throw error
  }
}

function tooMany({ site }: MyDataOptions, waitSeconds: number): Response {
  return site.answer(notSentPage('en'), 429, { 'Retry-After': String(waitSeconds) })
}
