import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { loadConfig } from '#config.ts'
import { site } from '#content/content.ts'
import { stagesOf, type Stage } from '#content/launch.ts'
import { connect } from '#database/connect.ts'
import { announceDevMailServer, withdrawDevMailServer } from '#dev-mail-server.ts'
import { ownAddresses } from '#mail/mail-headers.ts'
import { openBackground } from '#server/background.ts'
import { createHttpServer } from '#server/http-server.ts'
import { openApplication } from '#server/open-application.ts'
import { catchMail, type MailCatcher } from './catch-mail.ts'
import { createMailPages } from './mail-pages.tsx'
import { base as mailPath } from './caught-mail-view.tsx'
import { readableLogLine } from './readable-log.ts'

// Vite reloads this file whenever a source changes. The previous application has to be closed then, and the caught
// mail kept.
const kept = globalThis as {
  mailCatcher?: MailCatcher
  devApplication?: { close(): Promise<void> } | undefined
}

const sampleTool = { url: 'https://tool.example.com/' }

const env = loadConfig(process.env, (sentence) => console.error(sentence))
const catcher = (kept.mailCatcher ??= await catchMail())
const config = { ...env, smtpUrl: catcher.url }
const client = {
  islandModules: {
    newsletter: ['/src/site/islands/newsletter.ts'],
    contact: ['/src/site/islands/contact.ts'],
  },
  loader: [
    // Vite's React plugin needs this before any component is loaded.
    "import('/@react-refresh').then(({ default: refresh }) => refresh.injectIntoGlobalHook(window))",
    'window.$RefreshReg$ = () => {}',
    'window.$RefreshSig$ = () => (type) => type',
    "import('/src/site/islands/loader.ts')",
  ].join('\n'),
}
const application = await openApplication(config, {
  client,
  assets: new Map(),
  background: openBackground,
  logLines: { write: (line) => console.log(readableLogLine(line)) },
  stages: shownStages(process.env['SHOW']),
})

const server = createHttpServer(application.listener).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const database = connect(config.database)

const isFirst = kept.devApplication === undefined
await kept.devApplication?.close()
announceDevMailServer(config.dataDir, catcher.url)
kept.devApplication = {
  async close() {
    kept.devApplication = undefined
    withdrawDevMailServer(config.dataDir)
    server.close()
    await database.close()
    await application.close()
  },
}

if (isFirst) {
  const unused = env.smtpUrl === undefined ? '' : '; SMTP_URL is not used'
  console.log(`Database  ${application.startupLines.database}`)
  console.log(`Mail      is caught at http://localhost:${config.port}${mailPath}${unused}`)
}

/** SHOW=before or SHOW=launched instead of the stage that content/site.ts has now. */
function shownStages(shown: string | undefined): Stage[] {
  if (shown === undefined) return stagesOf(site, new Date())
  if (shown === 'before') return [{ since: null, launched: false }]
  if (shown !== 'launched') throw new Error('SHOW must be before or launched.')
  return [{ since: null, launched: { url: (site.launched || sampleTool).url } }]
}

/** For Vite's development server, which adds its own script: so no compression and no CSP. */
export const app = new Hono()
const { from: sender } = ownAddresses(config)
const { publicUrl } = config
app.route(
  '/',
  createMailPages({ catcher, db: database.db, publicUrl, sender, clock: () => new Date() }),
)
app.all('*', async (c) => {
  const { origin, pathname, search } = new URL(c.req.url)
  // `fetch` sets its own Host header, which would make our own Origin look foreign.
  const isOwn = c.req.header('origin') === origin
  const response = await proxy(`http://127.0.0.1:${port}${pathname}${search}`, {
    raw: c.req.raw,
    redirect: 'manual',
    headers: { ...c.req.header(), ...(isOwn && { origin: undefined }) },
  })
  response.headers.delete('content-security-policy')
  response.headers.set('cache-control', 'no-store')
  return response
})
