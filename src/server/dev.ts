import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { loadConfig } from '#config.ts'
import { startBackground } from './background.ts'
import { createHttpServer } from './http-server.ts'
import { createMailPreview } from './mail-preview.ts'
import { openApplication } from './open-application.ts'
import { makeSiteBuild } from './site-build.ts'

// Vite reloads this file whenever a source changes.

const config = loadConfig(process.env, (sentence) => console.error(sentence))
const build = makeSiteBuild({
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
})
const application = await openApplication(config, {
  build,
  assets: new Map(),
  background: startBackground,
})

const server = createHttpServer(application.listener).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

// Otherwise the previous version would keep running in the background.
const earlier = globalThis as { openApplication?: { close(): Promise<void> } }
await earlier.openApplication?.close()
earlier.openApplication = {
  async close() {
    server.close()
    await application.close()
  },
}

/** For Vite's development server, which adds its own script: so no compression and no CSP. */
export const app = new Hono()
app.route('/', createMailPreview())
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
