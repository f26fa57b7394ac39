import type { ReactNode } from 'react'
import { site } from '#content/content.ts'
import type { Page, PageContext } from '../page.ts'
import hankenGrotesk from '../fonts/hanken-grotesk.woff2?url'
import newsreader from '../fonts/newsreader.woff2?url'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

const fontFiles = [newsreader, hankenGrotesk]

export interface DocumentAssets {
  css: string
  /** The loader's source, for pages with a form. */
  loader: string
}

export function Document(props: { page: Page; context: PageContext; assets: DocumentAssets }) {
  const { page, context, assets } = props
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{documentTitle(page)}</title>
        <meta name="description" content={page.description} />
        {page.unlisted && <meta name="robots" content="noindex" />}
        {fontFiles.map((url) => (
          <link key={url} rel="preload" href={url} as="font" type="font/woff2" crossOrigin="" />
        ))}
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
        {page.island && <script dangerouslySetInnerHTML={{ __html: assets.loader }} />}
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <Header path={page.path} floats={page.hasHero ?? false} />
        <Main>{page.render(context)}</Main>
        <Footer year={context.year} />
      </body>
    </html>
  )
}

function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  )
}

function documentTitle(page: Page): string {
  return page.path === '/' ? `${site.brand} — ${page.title}` : `${page.title} — ${site.brand}`
}
