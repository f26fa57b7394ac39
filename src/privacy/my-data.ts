import { Readable } from 'node:stream'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { parseEmailAddress, type EmailAddress } from '#email-address.ts'
import { isAllowedOrigin, type AllowedOrigins } from '#http/allowed-origin.ts'
import { clientHashes, type ClientLimits } from '#http/client-hashes.ts'
import { countSubmissions } from '#http/rate-limit.ts'
import { MalformedBody, maxBodyBytes, readFormFields } from '#http/read-fields.ts'
import type { SubscriptionPagesOptions } from '#newsletter/subscription-pages.ts'
import { expiredLinkPage } from '#newsletter/subscription-views.tsx'
import { routes } from '#routes.ts'
import { notSentPage } from '#site/pages/form-answers.tsx'
import { collectPersonalData, personalDataJson } from './collect-personal-data.ts'
import { readDataLink } from './data-link.tsx'
import * as views from './my-data-views.tsx'
import { personalDataPage } from './personal-data-view.tsx'

/** Everything that the data pages write. On SQLite their own connection is read-only. */
export interface DataOperations {
  storeDataRequest(address: EmailAddress): Promise<void>
  setNoMoreEmail(emailKey: string, isOn: boolean): Promise<void>
  erase(emailKey: string): Promise<void>
}

export interface MyDataOptions extends SubscriptionPagesOptions, ClientLimits, AllowedOrigins {
  dataOperations: DataOperations
}

/** Per table, on the page. The download has all. */
const maxEntries = 10

/** POST /my-data asks for a link by email; the link opens the page with everything held about the address. */
export function createMyData(options: MyDataOptions) {
  const { db, dataOperations, site, submissionsPerMinute, clock } = options
  const app = new Hono<{ Variables: { emailKey: string } }>()
  const page = `${routes.myData}/:token` as const

  app.use(
    `${routes.myData}/*`,
    bodyLimit({ maxSize: maxBodyBytes, onError: () => site.answer(notSentPage, 413) }),
  )

  app.post(routes.myData, (c) => askForLink(c, options))

  // The token is the only permission. A wrong or expired one gets the same answer everywhere.
  app.use(`${page}/*`, async (c, next) => {
    const token = c.req.param('token')
    const { emailKey, isGood } = await readDataLink(db, options, token, clock())
    if (isGood && c.req.method === 'POST') {
      // Limit per link, not per IP.
      const sender = clientHashes(token, undefined, options)
      const [waitSeconds] = await countSubmissions(db, [sender], submissionsPerMinute, clock())
      if (waitSeconds) return tooMany(options, waitSeconds)
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
      await dataOperations.setNoMoreEmail(c.var.emailKey, action === 'no-more-email')
      return c.redirect(`${routes.myData}/${c.req.param('token')}#no-more-email`, 303)
    })
  }

  app.get(`${page}/erase`, () => site.answer(views.erasePage))

  app.post(`${page}/erase`, async (c) => {
    await dataOperations.erase(c.var.emailKey)
    return site.answer(views.dataErasedPage)
  })
  return app
}

async function askForLink(c: Context, options: MyDataOptions): Promise<Response> {
  const { db, site, submissionsPerMinute, clock } = options
  const isAllowed = isAllowedOrigin((name) => c.req.header(name), options)
  if (!isAllowed) return site.answer(notSentPage, 403)
  const email = await readEmail(c)
  const address = parseEmailAddress(email)
  const socketAddress = getConnInfo(c).remote.address
  const sender = clientHashes(socketAddress, c.req.header('x-forwarded-for'), options)
  const [waitSeconds] = await countSubmissions(db, [sender], submissionsPerMinute, clock())
  if (waitSeconds) return tooMany(options, waitSeconds)
  if (!address) return site.answer(views.myDataInvalidPage(email), 422)
  await options.dataOperations.storeDataRequest(address)
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
  return site.answer(notSentPage, 429, { 'Retry-After': String(waitSeconds) })
}
