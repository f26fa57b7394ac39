import { renderToStaticMarkup } from 'react-dom/server'
import { hashSource } from './content-security-policy.ts'
import { inlineStyles } from './inline-styles.ts'
import { Footer } from './layout/footer.tsx'
import { Head, speculationRules } from './layout/head.tsx'
import { Header } from './layout/header.tsx'
import { menuScript } from './layout/menu.tsx'
import type { Page, PageContext } from './page.ts'

/** What the client build decides about a page. */
export interface ClientBuild {
  islandModules: PageContext['islandModules']
  /** The loader's source, for pages with a form. */
  loader: string
}

export type RenderedPage = ReturnType<typeof renderPage>

/** Stand in for the context, in every place and unchanged by any escaping. */
export const blanks = {
  year: 'year.invalid',
  publicUrl: 'https://public-url.invalid',
  apiUrl: 'https://api-url.invalid',
}

/** Pages as far as they are known before anybody starts a server: with `blanks` for its own values. */
export function prerenderPages(pages: Page[], build: ClientBuild): RenderedPage[] {
  return pages.map((page) => {
    const own = [menuScript, ...(page.island ? [build.loader] : [])]
    return renderPage(page, { ...blanks, ...build }, page.isBehindMailLink ? [] : own)
  })
}

export function renderPage(page: Page, context: PageContext, scripts: string[]) {
  const { hasHero = false } = page
  const markup = renderToStaticMarkup(
    <body>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header path={page.path} floats={hasHero} />
      <main id="main">{page.render(context)}</main>
      <Footer year={context.year} hasHero={hasHero} />
    </body>,
  )
  const body = markup.replace(ownText, (text) => text.replace(breakable, '$&\u2060'))
  const css = inlineStyles(body)
  const head = renderToStaticMarkup(
    <Head page={page} context={context} css={css} scripts={scripts} />,
  )
  return {
    path: page.path,
    html: `<!doctype html><html lang="en">${head}${body}</html>`,
    scripts: [...scripts, speculationRules].map(hashSource),
    styles: [hashSource(css)],
    loadsIslands: page.island !== undefined,
    unlisted: page.unlisted ?? false,
  }
}

/** All but a list's values, which may be a visitor's, and the names by which buttons are spoken to. */
const ownText = /(?<!<dd|<button[^<>]*)>[^<>]+/g

/** No line should end within this word: a joiner, which nobody sees, holds it together. In addresses it would stay. */
const breakable = /(?<=[\s(>])e-(?=mails?\b(?!@))/gi
