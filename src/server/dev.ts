import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { loadConfig } from '#config.ts'
import { startBackground } from './background.ts'
import { createHttpServer } from './http-server.ts'
import { createMailPreview } from './mail-preview.ts'
import { openApplication } from './open-application.ts'
import { makeSiteBuild } from './site-build.ts'

// Vite loads this file anew whenever a source changes: pages, islands and server are always current.

const config = loadConfig(process.env, (sentence) => console.error(sentence))
const build = makeSiteBuild({
  islandModules: {
    newsletter: ['/src/site/islands/newsletter.ts'],
    contact: ['/src/site/islands/contact.ts'],
  },
  loader: [
    // What Vite's React plugin wants on a page before any component is loaded.
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

// The application of the version before would go on working in the background.
const earlier = globalThis as { openApplication?: { close(): Promise<void> } }
await earlier.openApplication?.close()
earlier.openApplication = {
  async close() {
    server.close()
    await application.close()
  },
}

const letters = createMailPreview()

/** What Vite's development server asks. It adds its own script to the page, so: no compression, no policy. */
export const app = {
  async fetch(request: Request): Promise<Response> {
    const { origin, pathname, search } = new URL(request.url)
    if (pathname.startsWith('/dev/letters')) return await letters.fetch(request)
    const asked = new Headers(request.headers)
    asked.set('accept-encoding', 'identity')
    asked.delete('if-none-match')
    // `fetch` writes a Host of its own, by which our own page would be another site's.
    if (asked.get('origin') === origin) asked.delete('origin')
    const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method: request.method,
      headers: asked,
      body: request.body && (await request.arrayBuffer()),
      redirect: 'manual',
    })
    const headers = new Headers(response.headers)
    headers.delete('content-security-policy')
    headers.set('cache-control', 'no-store')
    return new Response(response.body, { status: response.status, headers })
  },
}
