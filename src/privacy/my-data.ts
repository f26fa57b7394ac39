import { Readable } from 'node:stream'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { parseVisitorAddress, type EmailAddress } from '#email-address.ts'
import { isAllowedOrigin, type AllowedOrigins } from '#http/allowed-origin.ts'
import { clientAddress } from '#http/client-address.ts'
import { maxBodyBytes, readFormField } from '#http/read-fields.ts'
import { respondNotSent, type SubscriptionPagesOptions } from '#subscribers/subscription-pages.ts'
import { expiredLinkPage } from '#subscribers/subscription-views.tsx'
import { site as content } from '#content/content.ts'
import { siteLanguage } from '#content/site-language.ts'
import { allLanguages, type Language } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import { collectPersonalData, personalDataJson } from './collect-personal-data.ts'
import { readDataLink } from './data-link.tsx'
import * as views from './my-data-views.tsx'
import { personalDataPage } from './personal-data-view.tsx'

export interface MyDataOptions extends SubscriptionPagesOptions, AllowedOrigins {
  trustedProxies: number
  /** Of kinds of mail, by their name. */
  mailTitles: (language: Language) => Record<string, string>
  /** @returns false if it could not be stored */
  storeDataRequest: (address: EmailAddress, language: Language) => Promise<boolean>
  operations: SubscriptionPagesOptions['operations'] & {
    setNoMoreEmail: (emailKey: string, isOn: boolean) => Promise<void>
    changeLanguage: (emailKey: string, language: Language) => Promise<void>
    erase: (emailKey: string) => Promise<void>
  }
}

export const readsPerMinute = 60

/** Per table, on the page. The download has all of them. */
const maxEntries = 10

type MyDataApp = Hono<{ Variables: { emailKey: string } }>

/** POST /my-data asks for a link by email; the link opens the page with everything held about the address. */
export function createMyData(options: MyDataOptions) {
  const app: MyDataApp = new Hono()
  // Of every language: a link that was mailed must work after the owner has switched its language off.
  for (const language of allLanguages) addPages(app, language, options)
  return app
}

function addPages(app: MyDataApp, pathLanguage: Language, options: MyDataOptions) {
  const { db, operations, site, rateLimit, readLimit, clock } = options
  const language = siteLanguage(pathLanguage)
  const base = localPath(pathLanguage, routes.myData)
  const page = `${base}/:token` as const
  const notSent = (status: number, waitSeconds?: number) =>
    respondNotSent(site, language, status, waitSeconds)

  app.use(`${base}/*`, bodyLimit({ maxSize: maxBodyBytes, onError: () => notSent(413) }))

  if (language === pathLanguage) app.post(base, (c) => askForLink(c, language, options))

  // The token is the only permission. A wrong or expired one gets the same response everywhere.
  app.use(`${page}/*`, async (c, next) => {
    const token = c.req.param('token')
    const { emailKey, isGood } = await readDataLink(db, options, token, clock())
    if (isGood) {
      const waitSeconds = c.req.method === 'POST' ? rateLimit(token) : readLimit(token)
      if (waitSeconds > 0) return notSent(429, waitSeconds)
    }
    if (emailKey === undefined) {
      // Pressing "erase" twice is not an error.
      const isErasedAgain = isGood && c.req.method === 'POST' && c.req.path.endsWith('/erase')
      if (isErasedAgain) return site.respond(views.nothingLeftPage(language))
      return site.respond(expiredLinkPage(language), 404)
    }
    c.set('emailKey', emailKey)
    return await next()
  })

  app.get(page, async (c) => {
    const held = await collectPersonalData(db, c.var.emailKey, language, maxEntries)
    return site.respond(personalDataPage(language, held, c.req.path, options.mailTitles(language)))
  })

  app.get(`${page}/download`, (c) => {
    const json = personalDataJson(db, c.var.emailKey, language)
    const pieces = Readable.from(json, { objectMode: false })
    return c.body(Readable.toWeb(pieces) as ReadableStream, 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
    })
  })

  for (const action of ['no-more-email', 'allow-email']) {
    app.post(`${page}/${action}`, async (c) => {
      await operations.setNoMoreEmail(c.var.emailKey, action === 'no-more-email')
      return c.redirect(`${base}/${c.req.param('token')}#no-more-email`, 303)
    })
  }

  for (const wanted of content.languages) {
    app.post(`${page}/language-${wanted}`, async (c) => {
      await operations.changeLanguage(c.var.emailKey, wanted)
      return c.redirect(`${base}/${c.req.param('token')}#subscribers`, 303)
    })
  }

  app.get(`${page}/erase`, (c) =>
    site.respond(views.erasePage(language, `${base}/${c.req.param('token')}`)),
  )

  app.post(`${page}/erase`, async (c) => {
    await operations.erase(c.var.emailKey)
    return site.respond(views.dataErasedPage(language))
  })
}

async function askForLink(
  c: Context,
  language: Language,
  options: MyDataOptions,
): Promise<Response> {
  const { site, rateLimit, trustedProxies } = options
  const notSent = (status: number, waitSeconds?: number) =>
    respondNotSent(site, language, status, waitSeconds)
  const isAllowed = isAllowedOrigin((name) => c.req.header(name), options)
  if (!isAllowed) return notSent(403)
  const email = readFormField(await c.req.arrayBuffer(), 'email')
  const address = parseVisitorAddress(email)
  const socketAddress = getConnInfo(c).remote.address
  const client = clientAddress(socketAddress, c.req.header('x-forwarded-for'), trustedProxies)
  const waitSeconds = rateLimit(client)
  if (waitSeconds > 0) return notSent(429, waitSeconds)
  if (!address) return site.respond(views.myDataInvalidPage(language, email), 422)
  const isStored = await options.storeDataRequest(address, language)
  if (!isStored) return notSent(503, 5)
  return site.respond(views.dataLinkSentPage(language))
}
