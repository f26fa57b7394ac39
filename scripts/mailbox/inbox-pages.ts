import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { streamSSE } from 'hono/streaming'
import type { Inbox } from './inbox.ts'
import { inboxPage } from './inbox-page.ts'

/** The inbox, as a few pages that need no build. */
export function createInboxPages({ mails, arrivals }: Inbox): Hono {
  const app = new Hono()
  const mailAt = (id: string) => mails.find((mail) => mail.id === Number(id))

  app.use(async (c, next) => {
    // A foreign site must not read the mail by a name that points here.
    const { hostname } = new URL(c.req.url)
    if (hostname !== 'localhost' && hostname !== '127.0.0.1') return c.text('Not here\n', 403)
    return await next()
  })
  app.use(
    secureHeaders({
      xFrameOptions: 'SAMEORIGIN',
      referrerPolicy: 'no-referrer',
      originAgentCluster: false,
    }),
  )
  app.use(async (c, next) => {
    c.header('Content-Security-Policy', pagePolicy)
    c.header('Cache-Control', 'no-store')
    await next()
  })

  app.get('/', (c) => c.html(inboxPage(mails, mails[0])))
  app.get('/mail/:id', (c) => {
    const mail = mailAt(c.req.param('id'))
    return mail ? c.html(inboxPage(mails, mail)) : c.redirect('/')
  })
  app.get('/mail/:id/html', (c) => {
    const html = mailAt(c.req.param('id'))?.email.html
    if (html === undefined) return c.notFound()
    return c.html(inNewTabs(html), 200, { 'Content-Security-Policy': letterPolicy })
  })
  app.get('/mail/:id/source', (c) => {
    const mail = mailAt(c.req.param('id'))
    return mail ? c.text(mail.raw) : c.notFound()
  })

  const css = ['../../src/tokens.css', 'inbox.css'].map(read).join('\n')
  const script = read('inbox.js')
  app.get('/inbox.css', (c) => c.body(css, 200, { 'Content-Type': 'text/css' }))
  app.get('/inbox.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript' }))
  app.get('/arrivals', (c) =>
    streamSSE(c, async (stream) => {
      const tell = () => void stream.writeSSE({ data: 'mail' })
      arrivals.on('mail', tell)
      await new Promise<void>((resolve) => stream.onAbort(resolve))
      arrivals.off('mail', tell)
    }),
  )
  return app
}

const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'"

/** A letter can open its links, in a tab of their own, and do nothing else. */
const letterPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

function inNewTabs(html: string): string {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => head + base)
    : base + html
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}
