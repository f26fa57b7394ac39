import { loadConfig } from '#config.ts'
import { startBackground } from './background.ts'
import { createLetterPreview } from './letter-preview.tsx'
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

// The application of the version before would go on working in the background.
const earlier = globalThis as { openApplication?: { close(): Promise<void> } }
await earlier.openApplication?.close()
earlier.openApplication = application

const letters = createLetterPreview()

/** What Vite's development server asks. It adds its own script to the page, so: no compression, no policy. */
export const app = {
  async fetch(request: Request, env: object): Promise<Response> {
    request.headers.delete('accept-encoding')
    request.headers.delete('if-none-match')
    const { pathname } = new URL(request.url)
    const room = pathname.startsWith('/dev/letters') ? letters : application.app
    const response = await room.fetch(request, env)
    const headers = new Headers(response.headers)
    headers.delete('content-security-policy')
    headers.set('cache-control', 'no-store')
    return new Response(response.body, { status: response.status, headers })
  },
}
