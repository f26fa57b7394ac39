import { Hono, type Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Db } from '#database/schema.ts'
import { isAllowedOrigin } from '#http/allowed-origin.ts'
import type { MailContent } from '#mail/layout/render-mail.tsx'
import { parseLetterPath } from '#letters/letter-file.ts'
import type { MailCatcher } from './catch-mail.ts'
import { letterPreviews, sampleMails } from './sample-mails.ts'
import { letterState, sendLetter } from './letter-form.tsx'
import { base, caughtMail, MailView, type ShownMail, type ViewChoice } from './caught-mail-view.tsx'

interface MailPagesOptions {
  catcher: MailCatcher
  db: Db
  publicUrl: string
  /** Sender of letters. */
  sender: string
  clock: () => Date
}

/** The mail of `npm run dev`: every caught mail, every letter, and the site's own mails as samples. */
export function createMailPages(options: MailPagesOptions): Hono {
  const { catcher, publicUrl, db } = options
  const app = new Hono().basePath(base)
  app.use(async (c, next) => {
    await next()
    // A mail in its frame inherits it and loads nothing from elsewhere.
    c.header('Content-Security-Policy', "default-src 'self' 'unsafe-inline'; img-src 'self' data:")
    c.header('Cache-Control', 'no-store')
  })

  const show = async (c: Context, shown?: ShownMail) => {
    const { letters, mistakes } = await letterPreviews(publicUrl, db)
    const lists = [
      { title: 'Letters', mails: toShown('letters', letters) },
      { title: 'Samples', mails: toShown('samples', sampleMails(publicUrl)) },
    ]
    const view = { caught: catcher.mails, lists, shown, choice: readChoice(c), mistakes }
    return c.html(`<!doctype html>${renderToStaticMarkup(<MailView {...view} />)}`)
  }

  app.get('/', (c) => show(c))
  app.get('/arrivals', (c) =>
    streamSSE(c, async (stream) => {
      const tell = () => void stream.writeSSE({ data: 'mail' })
      catcher.arrivals.on('mail', tell)
      // Mail may have arrived since the page was rendered.
      tell()
      await new Promise<void>((resolve) => stream.onAbort(resolve))
      catcher.arrivals.off('mail', tell)
    }),
  )
  app.get('/:id{[0-9]+}', async (c) => {
    const mail = catcher.mails.find(({ id }) => id === Number(c.req.param('id')))
    return mail ? await show(c, caughtMail(mail)) : c.redirect(base)
  })
  app.get('/samples/:name', async (c) => {
    const mails = toShown('samples', sampleMails(publicUrl), c.req.param('name'))
    return mails[0] ? await show(c, mails[0]) : c.redirect(base)
  })
  app.get('/letters/:name', async (c) => {
    const [mail] = toShown(
      'letters',
      (await letterPreviews(publicUrl, db)).letters,
      c.req.param('name'),
    )
    if (!mail) return show(c)
    return show(c, { ...mail, about: await letterState(options, letterName(c)) })
  })
  app.post('/letters/:name', async (c) => {
    const isOwn = isAllowedOrigin((name) => c.req.header(name), { publicUrl, allowedOrigins: [] })
    if (!isOwn) return c.text('Foreign origin\n', 403)
    await sendLetter(options, letterName(c))
    return c.redirect(`${base}/letters/${c.req.param('name')}`, 303)
  })
  return app
}

/** Of its Italian preview, too. */
const letterName = (c: Context) => parseLetterPath(`${c.req.param('name')}.md`).name

function toShown(list: string, mails: Map<string, MailContent>, wanted?: string): ShownMail[] {
  return Array.from(mails, ([name, mail]) => ({ ...mail, name }))
    .filter(({ name }) => wanted === undefined || name === wanted)
    .map(({ name, ...mail }) => ({ ...mail, path: `${base}/${list}/${name}` }))
}

function readChoice(c: Context): ViewChoice {
  const { part, width } = c.req.query()
  return {
    part: part === 'text' || part === 'headers' ? part : 'html',
    width: width === 'phone' ? 'phone' : 'desktop',
  }
}
