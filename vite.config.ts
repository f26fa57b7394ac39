import { spawnSync } from 'node:child_process'
import { renameSync, rmSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import devServer, { defaultOptions } from '@hono/vite-dev-server'
import { compile } from '@mdx-js/mdx'
import react from '@vitejs/plugin-react'
import { Features } from 'lightningcss'
import { defineConfig, loadEnv, type Plugin } from 'vite'
import { imagetools } from 'vite-imagetools'
import { compressAssets } from './tools/build/compress-assets.ts'
import { cutFonts } from './tools/build/cut-fonts.ts'

// Don't print advice about build times.
const quiet = { bundlerTimings: false }

/** Reloads the page if something changes that only the server reads: a module, or a letter, which is no module. */
const reloadWithServer: Plugin = {
  name: 'reload-with-server',
  hotUpdate({ file, modules, server }) {
    const isLetter = relative('content/letters', file) === basename(file)
    if (this.environment.name !== 'ssr' || (modules.length === 0 && !isLetter)) return
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

/** In development, a mistake in content/ is shown in the browser. A build has checked it before. */
const checkContent: Plugin = {
  name: 'check-content',
  async buildStart() {
    // Not bundled with this file, because it imports content/ by relative path.
    const check = (await import(resolve('tools/build/check-content-files.ts'))) as Record<
      string,
      () => Promise<void>
    >
    await check['checkContent']!().catch((error: Error) => this.error(error.message))
  },
}

/** Writes the checked content to content.json, which the programs of the build read: they don't need the rules. */
const checkedContent: Plugin = {
  name: 'checked-content',
  apply: 'build',
  async load(id) {
    const file = resolve('src/content/content.ts')
    if (id !== file) return
    const content = { ...((await import(file)) as Record<string, unknown>) }
    const source = JSON.stringify(content, null, 2)
    this.emitFile({ type: 'asset', fileName: 'content.json', source })
    // All programs share this module, so it is in chunks/.
    return `
      import { readFileSync } from 'node:fs'
      const text = readFileSync(import.meta.dirname + '/../content.json', 'utf8')
      export const { ${Object.keys(content).join(', ')} } = JSON.parse(text)`
  },
}

/** Only .mdx: letters are imported as plain Markdown. */
const mdx: Plugin = {
  name: 'mdx',
  enforce: 'pre',
  async transform(value, path) {
    if (!path.endsWith('.mdx')) return
    return { code: String(await compile({ value, path })), map: null }
  },
}

/** Lightning CSS keeps :target-current as it is, but warns that it doesn't know it. */
const knownPseudoClass: Plugin = {
  name: 'known-pseudo-class',
  configResolved({ logger }) {
    const warn = logger.warn.bind(logger)
    logger.warn = (message, options) => {
      if (!message.includes("'target-current'")) warn(message, options)
    }
  },
}

export default defineConfig(({ command }) => ({
  appType: 'custom',
  define: { BUILD_DATE: JSON.stringify(new Date().toISOString().slice(0, 10)) },
  publicDir: false,
  // Compiles light-dark() for browsers of 2023.
  css: { lightningcss: { include: Features.LightDark } },
  plugins: [
    command === 'serve' && checkContent,
    checkedContent,
    knownPseudoClass,
    cutFonts(),
    mdx,
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
    // Of every package in the bundles: their licences ask for it.
    license: { fileName: 'third-party.md' },
    target: 'es2022',
    // README's list of supported browsers.
    cssTarget: ['safari15.4', 'ios15.4', 'chrome100', 'firefox100'],
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
      // Bundles all packages except native ones: loads in half the time, and always uses React's production build.
      ...(command === 'build' && {
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        resolve: { noExternal: true as const, external: ['better-sqlite3', 'pg-native', 'sharp'] },
      }),
      build: {
        outDir: 'dist/next/server',
        // Pages are rendered on the server, so only its build knows the pictures.
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
            'check-pages': resolve('src/server/check-pages.ts'),
            cli: resolve('src/owner/cli/main.ts'),
          },
          output: {
            // Not in assets/, which is served.
            chunkFileNames: 'chunks/[name]-[hash].js',
            // With a character beyond Latin-1, V8 stores the whole file with two bytes per character.
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
      for (const part of ['client', 'server']) await compressAssets(`dist/next/${part}/assets`)
      const check = ['dist/next/server/check-pages.js']
      const { status } = spawnSync(process.execPath, check, { stdio: 'inherit' })
      // It has printed why.
      if (status !== 0) process.exit(1)
      // Replace the previous build, which may be running, only by a complete one.
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
    cors: false,
    // By default the whole project could be read from any page on this machine, data/ and its secret included.
    fs: { allow: ['src', 'content', 'dist/fonts', 'node_modules'] },
  },
}))
