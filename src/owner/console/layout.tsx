import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import hankenGrotesk from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?inline'
import newsreaderLatin from '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2?inline'
import newsreaderLatinExt from '@fontsource-variable/newsreader/files/newsreader-latin-ext-opsz-normal.woff2?inline'
import newsreader from '@fonts/newsreader.woff2?inline'
import { site } from '#content/content.ts'
import { hashSource } from '#site/content-security-policy.ts'
import base from '#site/layout/base.css?inline'
import tokens from '#tokens.css?inline'
import favicon from '../../../content/images/icons/favicon.svg?raw'
import consoleCss from './console.css?inline'
import letterCss from './letter-page.css?inline'
import mailFrame from './mail-frame.js?raw'
import letterSaving from './letter-saving.js?raw'
import letterTools from './letter-tools.js?raw'
import { timeZone } from './parts.tsx'

/** One page. Every address in it is relative to the console's own folder. */
export interface View {
  title: string
  body: ReactNode
  /** Changes when the page should be read again; without one it stays as it is. */
  version?: string
  /** A page with mail beside a letter: `letter` is the one on which it is written. */
  script?: keyof typeof scripts
}

/** The files that every page loads, by name. */
export const files: Record<string, { type: string; bytes: Buffer<ArrayBuffer> }> = {
  // Not the site's own, which lack letters that names and messages may have.
  'hanken-grotesk.woff2': { type: 'font/woff2', bytes: inlined(hankenGrotesk) },
  'newsreader.woff2': { type: 'font/woff2', bytes: inlined(newsreader) },
  'newsreader-latin.woff2': { type: 'font/woff2', bytes: inlined(newsreaderLatin) },
  'newsreader-latin-ext.woff2': { type: 'font/woff2', bytes: inlined(newsreaderLatinExt) },
  'icon.svg': { type: 'image/svg+xml', bytes: Buffer.from(favicon) },
}

function inlined(dataUrl: string) {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

const face = (family: string, file: string, weight: string, range?: string) =>
  `@font-face{font-family:'${family}';src:url('files/${file}');font-weight:${weight};font-display:swap${range === undefined ? '' : `;unicode-range:${range}`}}`

const css = [
  face('Hanken Grotesk', 'hanken-grotesk.woff2', '100 900'),
  face('Newsreader', 'newsreader.woff2', '400'),
  // All of Latin, for the texts that the owner writes.
  face('Newsreader Text', 'newsreader-latin.woff2', '200 800'),
  face('Newsreader Text', 'newsreader-latin-ext.woff2', '200 800', 'U+0100-02BA,U+1E00-1E9F'),
  tokens,
  base,
  consoleCss,
  letterCss,
].join('')

/** On requests of a page that follows changes: the version that it shows. */
export const liveHeader = 'x-live'

/**
 * Asks every two seconds for another version of the page, and puts it in place, with everything that was typed and
 * chosen. Not by a reload: see isByOwner.
 */
const liveScript = `{let { version } = document.currentScript.dataset
// A frame that stays is not loaded again.
const put = (fresh, old) => {
  if (fresh.isEqualNode(old)) return
  const [parts, oldParts] = [[...fresh.children], [...old.children]]
  if (!old.querySelector('iframe') || parts.length !== oldParts.length) old.replaceWith(fresh)
  else for (const [index, part] of parts.entries()) put(part, oldParts[index])
}
const replaceMain = (fresh) => {
  const fields = [...fresh.querySelectorAll('input:not([type=hidden])')]
  let focused
  for (const old of document.querySelectorAll('main input:not([type=hidden])')) {
    const same = fields.find(({ name, type, value }) => name === old.name && (type !== 'radio' || value === old.value))
    if (!same) continue
    same.value = old.value
    same.checked = old.checked
    if (old === document.activeElement) focused = same
  }
  put(fresh, document.querySelector('main'))
  focused?.focus({ preventScroll: true })
}
const ended = document.createElement('p')
ended.className = 'notice'
ended.role = 'alert'
ended.textContent = 'The console has ended, so this page no longer changes. Start it again in the terminal.'
const look = () => {
  const request = new XMLHttpRequest()
  request.open('GET', location.href)
  request.setRequestHeader('${liveHeader}', version)
  request.responseType = 'document'
  request.onloadend = () => {
    if (request.status > 0) ended.remove()
    else if (!ended.isConnected) document.querySelector('main').prepend(ended)
    if (request.status === 200) {
      replaceMain(request.response.querySelector('main'))
      version = request.response.querySelector('script')?.dataset.version
    }
    if (version) setTimeout(look, 2000)
  }
  request.send()
}
setTimeout(look, 2000)}`

const scripts = { mail: mailFrame, letter: mailFrame + letterSaving + letterTools }

/** As strict as the site's: only our own style and script, no frame but a letter's, nothing of anybody else's. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src ${hashSource(css)}`,
  `script-src ${[liveScript, ...Object.values(scripts)].map(hashSource).join(' ')}`,
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const sections = {
  '': 'Today',
  figures: 'Figures',
  messages: 'Messages',
  subscribers: 'Subscribers',
  letters: 'Letters',
  mail: 'Mail',
}

/** @param here the address of the page, relative to the console's folder */
export function renderView(view: View, folder: string, here: string, notice?: string): string {
  const { title, body, version, script } = view
  const [section = ''] = here.split(/[/?]/)
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} — ${site.brand} console`}</title>
        <style dangerouslySetInnerHTML={{ __html: css }} />
        <link rel="icon" href="files/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a className="skip-link" href={`${here}#main`}>
          Skip to content
        </a>
        <header>
          <p className="brand">
            {site.brand} <span>Console</span>
          </p>
          <nav aria-label="Main">
            {Object.entries(sections).map(([name, label]) => (
              <a key={name} href={name || '.'} aria-current={name === section ? 'page' : undefined}>
                {label}
              </a>
            ))}
          </nav>
        </header>
        <main id="main">
          {notice !== undefined && (
            <p className="notice" role="status">
              {notice}
            </p>
          )}
          {body}
        </main>
        <footer>
          <p>Only this browser on this machine can see these pages. Times: {timeZone}.</p>
          <p>
            Ends with Ctrl-C, or after 30 minutes without a click.
            {script === 'letter' && ' An open letter keeps it running.'}
          </p>
        </footer>
        {version !== undefined && (
          <script data-version={version} dangerouslySetInnerHTML={{ __html: liveScript }} />
        )}
        {script && <script dangerouslySetInnerHTML={{ __html: scripts[script] }} />}
      </body>
    </html>,
  )
  // Not by React, which would put the link to the icon before it.
  return `<!doctype html>${html.replace('<head>', `<head><base href="${folder}/">`)}`
}
