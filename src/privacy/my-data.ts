import { Readable } from 'node:stream'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { clientHashes, type ClientLimits } from '#http/client-hashes.ts'
import { countSubmissions } from '#http/rate-limit.ts'
import { parseEmailAddress } from '#email-address.ts'
import { maxBodyBytes } from '#http/read-fields.ts'
import { isAllowedOrigin, type AllowedOrigins } from '#http/allowed-origin.ts'
import type { SubscriptionPagesOptions } from '#newsletter/subscription-pages.ts'
import { routes } from '#routes.ts'
import { notSentPage } from '#site/pages/notice-pages.tsx'
import { personalDataPage } from './personal-data-view.tsx'
import * as views from './my-data-views.tsx'
import { expiredLinkPage } from '#newsletter/subscription-views.tsx'
import { answerCorrection, changeData, changes, pageOf, readForm } from './change-data.ts'
import { collectPersonalData, mostShown, personalDataJson } from './collect-personal-data.ts'
import { readDataLink, sendDataLink } from './data-link.tsx'
import { erasePerson } from './erase-person.ts'

export type MyDataOptions = SubscriptionPagesOptions & ClientLimits & AllowedOrigins

/** POST /my-data asks for a link by mail; the link leads to all that is held, and to one's rights over it. */
export function createMyData(options: MyDataOptions) {
  const { db, secret, site, submissionsPerMinute, clock } = options
  const app = new Hono<{ Variables: { emailKey: string } }>()
  const page = `${routes.myData}/:token` as const

  app.use(
    `${routes.myData}/*`,
    bodyLimit({ maxSize: maxBodyBytes, onError: () => site.answer(notSentPage, 413) }),
  )

  app.post(routes.myData, (c) => askForLink(c, options))

  // The token is all the permission there is; without a good one every door says the same.
  app.use(`${page}/*`, async (c, next) => {
    const token = c.req.param('token')
    const { emailKey, isGood } = await readDataLink(db, options, token, clock())
    if (isGood && c.req.method === 'POST') {
      // By the link, not by who asks: nobody pays for their neighbours, or for a page that posts in their name.
      const sender = clientHashes(token, undefined, options)
      const [waitSeconds] = await countSubmissions(db, [sender], submissionsPerMinute, clock())
      if (waitSeconds) return tooMany(options, waitSeconds)
    }
    if (emailKey === undefined) {
      // A second press of the button is no mistake.
      const isErasedAgain = isGood && c.req.method === 'POST' && c.req.path.endsWith('/erase')
      return isErasedAgain ? site.answer(views.nothingLeftPage) : site.answer(expiredLinkPage, 404)
    }
    c.set('emailKey', emailKey)
    return await next()
  })

  app.get(page, async (c) => {
    const held = await collectPersonalData(db, c.var.emailKey, mostShown)
    return site.answer(personalDataPage({ held, path: c.req.path }))
  })

  app.get(`${page}/download`, (c) => {
    const pieces = Readable.from(personalDataJson(db, c.var.emailKey), { objectMode: false })
    return c.body(Readable.toWeb(pieces) as ReadableStream, 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
    })
  })

  // Where a refused correction is shown: a tab that is opened anew begins again.
  app.get(`${page}/correct`, (c) => c.redirect(pageOf(c), 303))
  app.post(`${page}/correct`, (c) => answerCorrection(c, c.var.emailKey, options))

  for (const { name, change, part } of changes) {
    app.post(`${page}/${name}`, async (c) => {
      await changeData<unknown>(db, (trx) => change(trx, c.var.emailKey, clock()))
      return c.redirect(`${pageOf(c)}#${part}`, 303)
    })
  }

  app.get(`${page}/erase`, () => site.answer(views.erasePage))

  app.post(`${page}/erase`, async (c) => {
    await changeData(db, (trx) => erasePerson(trx, c.var.emailKey, secret, clock()))
    return site.answer(views.dataErasedPage)
  })
  return app
}

async function askForLink(c: Context, options: MyDataOptions): Promise<Response> {
  const { db, site, submissionsPerMinute, clock } = options
  const isAllowed = isAllowedOrigin((name) => c.req.header(name), options)
  if (!isAllowed) return site.answer(notSentPage, 403)
  const { email = '' } = await readForm(c)
  const address = parseEmailAddress(email)
  const socketAddress = getConnInfo(c).remote.address
  const sender = clientHashes(socketAddress, c.req.header('x-forwarded-for'), options)
  // Counted and queued in one transaction: a slow disk is waited for once, whether anything is held or not.
  const waitSeconds = await db.transaction().execute(async (trx) => {
    const [seconds] = await countSubmissions(trx, [sender], submissionsPerMinute, clock())
    if (seconds === 0 && address) await sendDataLink(trx, address, clock())
    return seconds
  })
  if (waitSeconds) return tooMany(options, waitSeconds)
  if (!address) return site.answer(views.myDataInvalidPage(email), 422)
  return site.answer(views.dataLinkSentPage)
}

function tooMany({ site }: MyDataOptions, waitSeconds: number): Response {
  return site.answer(notSentPage, 429, { 'Retry-After': String(waitSeconds) })
}
