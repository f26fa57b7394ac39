import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { stream } from 'hono/streaming'
import type { StreamingApi } from 'hono/utils/stream'
import { withPictures } from '#mail/mail-pictures.ts'
import { readInBatches, readSnapshot } from '#database/read-rows.ts'
import { listSubscribers, subscriberFields } from '#subscribers/list-subscribers.ts'
import { addNoMail } from '../no-mail.ts'
import { csvFile } from '../csv.ts'
import { previewLetter } from '../send-letter.ts'
import { addActions, sentenceOf } from './console-actions.ts'
import { addDraftRoutes } from './draft-routes.ts'
import { figuresView } from './figures-view.tsx'
import { files, liveHeader, pagePolicy, renderView, type View } from './layout.tsx'
import { letterView, lettersView } from './letters-views.tsx'
import { mailView } from './mail-view.tsx'
import { messagesView, messageView } from './messages-views.tsx'
import {
  createContext,
  readListRequest,
  type ConsoleOptions,
  type PageContext,
} from './page-context.ts'
import { AdminCommand } from './parts.tsx'
import { plainView } from './plain-view.tsx'
import { statusOf, subscribersView, subscriberView } from './subscribers-views.tsx'
import { todayView } from './today-view.tsx'

/** All pages and actions. The gate has checked the request before. */
export function createConsoleApp(options: ConsoleOptions, base: string): Hono {
  const context = createContext(options, base)
  const app = new Hono({ strict: false }).basePath(base)
  /** The result of an action, for the next page. */
  let notice: string | undefined

  function page(c: Context, view: View, status: 200 | 404 | 409 | 422 | 500) {
    const { pathname, search } = new URL(c.req.url)
    const here = `${pathname.slice(base.length + 1)}${search}`
    const body = <AdminCommand value={options.adminCommand}>{view.body}</AdminCommand>
    const html = renderView({ ...view, body }, base, here, notice)
    notice = undefined
    return c.html(html, status, { 'Content-Security-Policy': pagePolicy })
  }

  function show(path: string, read: (c: Context) => Promise<View | undefined>) {
    app.get(path, async (c) => {
      const view = await read(c)
      if (!view) return page(c, missing, 404)
      const isKnown = view.version !== undefined && c.req.header(liveHeader) === view.version
      return isKnown ? c.body(null, 204) : page(c, view, 200)
    })
  }

  show('/', () => todayView(context))
  show('/figures', () => figuresView(context))
  show('/messages', (c) => messagesView(context, readListRequest(c)))
  show('/messages/:id', (c) => messageView(context, c.req.param('id')!))
  show('/subscribers', (c) => subscribersView(context, readListRequest(c)))
  show('/subscribers/:id', (c) => subscriberView(context, c.req.param('id')!))
  show('/letters', () => lettersView(context))
  show('/letters/:name', (c) => letterView(context, c.req.param('name')!))
  show('/mail', (c) => mailView(context, readListRequest(c)))

  const notify = (result: string) => {
    notice = result
  }
  addFiles(app, context)
  addActions(app, context, notify)
  addDraftRoutes(app, context, { page, notify })

  app.notFound((c) => page(c, missing, 404))
  app.onError((error, c) => page(c, plainView('Error', sentenceOf(error, context)), 500))
  return app
}

/** Everything but pages. */
function addFiles(app: Hono, context: PageContext) {
  app.get('/letters/:name/html', async (c) => {
    const preview = await previewLetter(context, c.req.param('name'))
    const mail = preview?.mails.find(({ language }) => language === c.req.query('language'))
    if (!mail) return c.notFound()
    return c.html(
      framed(withPictures(mail.html, mail.pictures), c.req.query('scheme')),
      200,
      framedHeaders,
    )
  })
  app.get('/subscribers.csv', (c) => {
    c.header('Content-Type', 'text/csv; charset=utf-8')
    c.header('Content-Disposition', 'attachment; filename="subscribers.csv"')
    const filter = statusOf(c.req.query('state'))
    const write = (out: StreamingApi) =>
      readSnapshot(context.target, async (snapshot) => {
        const { db, database, clock } = context
        const all = listSubscribers(snapshot, filter)
        async function* pages() {
          const batches = readInBatches({ db: snapshot, kind: database.kind }, all)
          for await (const rows of batches) yield await addNoMail(db, rows, clock())
        }
        for await (const text of csvFile(subscriberFields, pages())) {
          if (out.aborted) break
          await out.write(text)
        }
      })
    // A broken connection tells the browser that the file is incomplete.
    const { outgoing } = c.env as HttpBindings
    return stream(c, write, async () => void outgoing.destroy())
  })
  app.get('/files/:name', (c) => {
    const name = c.req.param('name')
    const file = Object.hasOwn(files, name) ? files[name] : undefined
    if (!file) return c.notFound()
    return c.body(file.bytes, 200, { 'Content-Type': file.type })
  })
}

const missing = plainView('Page not found', 'It may have been deleted in the meantime.')

/**
 * A link would replace the letter in its frame by an error. There, it cannot open a window either, and Tab passes it.
 * @param scheme in which it is shown, whatever the browser's is: WebKit takes none from the frame
 */
function framed(mail: string, scheme: string | undefined): string {
  const html = mail
    .replace('<head>', '<head><base target="_blank">')
    .replaceAll('<a ', '<a tabindex="-1" ')
  if (scheme !== 'dark' && scheme !== 'light') return html
  return html
    .replace('content="light dark"', `content="${scheme}"`)
    .replace('color-scheme: light dark', `color-scheme: ${scheme}`)
    .replace(
      '@media (prefers-color-scheme: dark)',
      scheme === 'dark' ? '@media all' : '@media not all',
    )
}

/**
 * A letter has its styles inside. Nothing in it may run, load or leave its frame. It has the console's origin only so
 * that the page around it can put the next version in its place.
 */
const framedHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-same-origin",
  'X-Frame-Options': 'SAMEORIGIN',
}
