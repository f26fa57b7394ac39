import { execFileSync } from 'node:child_process'
import { renameSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import devServer, { defaultOptions } from '@hono/vite-dev-server'
import mdx from '@mdx-js/rollup'
import react from '@vitejs/plugin-react'
import { Features } from 'lightningcss'
import { defineConfig, loadEnv, type Plugin } from 'vite'
import { imagetools } from 'vite-imagetools'
import { cutFonts } from './build/cut-fonts.ts'

// A slow machine is no reason for a wall of advice.
const quiet = { bundlerTimings: false }

/** The browser does not load what only the server renders, and would not hear that it has changed. */
const reloadWithServer: Plugin = {
  name: 'reload-with-server',
  hotUpdate({ file, modules, server }) {
    if (this.environment.name !== 'ssr' || modules.length === 0) return
    server.config.logger.info(`${relative('.', file)} changed: the page reloads`)
    server.environments.client.hot.send({ type: 'full-reload' })
  },
}

const devEntry = resolve('src/dev/main.ts')

/** Opens the application at the start, not at the first request. Closing releases its lease: the next one can send at once. */
const application: Plugin = {
  name: 'application',
  configureServer(server) {
    const { logger } = server.config
    server.httpServer?.once('listening', () => {
      server.ssrLoadModule(devEntry).catch((error: Error) => logger.error(error.message))
    })
    // Not `once`: Ctrl-C under npm arrives several times, and the second would kill.
    process.on('SIGINT', () => void server.close().finally(() => process.exit()))
  },
  async closeBundle() {
    const { devApplication } = globalThis as { devApplication?: { close(): Promise<void> } }
    await devApplication?.close()
  },
}

/** A build has checked it before; here a mistake shows in the browser. */
const checkContent: Plugin = {
  name: 'check-content',
  async buildStart() {
    // Not bundled with this file: it imports the content by its place.
    const check = (await import(resolve('build/check-content.ts'))) as Record<
      string,
      () => Promise<void>
    >
    await check['checkContent']!().catch((error: Error) => this.error(error.message))
  },
}

/** The build checks the content: what runs later takes it as it is, and leaves the rules at home. */
const checkedContent: Plugin = {
  name: 'checked-content',
  apply: 'build',
  async load(id) {
    const file = resolve('src/content/content.ts')
    if (id !== file) return
    const content = Object.entries((await import(file)) as Record<string, unknown>)
    return content
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
}

export default defineConfig(({ command }) => ({
  appType: 'custom',
  define: { BUILD_DATE: JSON.stringify(new Date().toISOString().slice(0, 10)) },
  publicDir: false,
  // light-dark(), which browsers of 2023 do not know, by what they do.
  css: { lightningcss: { include: Features.LightDark } },
  plugins: [
    command === 'serve' && checkContent,
    checkedContent,
    cutFonts(),
    // Letters are Markdown as it is written: only .mdx becomes a page.
    { enforce: 'pre', ...mdx({ mdExtensions: [] }) },
    react(),
    imagetools({ include: /^[^?]+\.(?:svg|jpe?g|png|webp|avif)\?.*as=picture/i }),
    command === 'serve' &&
      !process.env['VITEST'] && [
        application,
        devServer({
          entry: devEntry,
          export: 'app',
          exclude: [
            ...defaultOptions.exclude,
            /^\/(?:src|content|dist\/fonts|node_modules)\//,
            /^\/@/,
          ],
        }),
      ],
    reloadWithServer,
  ],
  build: {
    emptyOutDir: true,
    // A picture inside the HTML would need `img-src data:`.
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2022',
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/next/client',
        manifest: true,
        rolldownOptions: {
          checks: quiet,
          input: {
            loader: resolve('src/site/islands/loader.ts'),
            newsletter: resolve('src/site/islands/newsletter.ts'),
            contact: resolve('src/site/islands/contact.ts'),
          },
          preserveEntrySignatures: 'exports-only',
        },
      },
    },
    ssr: {
      // With its packages inside, a build is production wherever it is started, and loads in half the
      // time. What cannot be bundled is native.
      ...(command === 'build' && {
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        resolve: { noExternal: true as const, external: ['better-sqlite3', 'pg-native'] },
      }),
      build: {
        outDir: 'dist/next/server',
        // The pages are rendered on the server, so the pictures are known to its build alone.
        emitAssets: true,
        ssr: true,
        target: 'node26',
        minify: false,
        rolldownOptions: {
          checks: quiet,
          input: {
            server: resolve('src/server/main.ts'),
            'background-thread': resolve('src/server/background-thread.ts'),
            export: resolve('src/server/export.ts'),
            prerender: resolve('src/server/prerender.ts'),
            cli: resolve('src/cli/main.ts'),
          },
          output: {
            // Not in assets/: what lies there is served to the world.
            chunkFileNames: 'chunks/[name]-[hash].js',
            // One character beyond Latin-1, and V8 keeps the whole file in memory at two bytes each.
            charset: 'ascii',
          },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments['client']!)
      await builder.build(builder.environments['ssr']!)
      execFileSync(process.execPath, ['dist/next/server/prerender.js'], { stdio: 'inherit' })
      // Only a whole build takes the place of the one that may be running.
      for (const part of ['client', 'server']) {
        rmSync(`dist/${part}`, { recursive: true, force: true })
        renameSync(`dist/next/${part}`, `dist/${part}`)
      }
      rmSync('dist/next', { recursive: true })
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(loadEnv('', '.', 'PORT')['PORT'] || 3000),
    strictPort: true,
  },
}))
