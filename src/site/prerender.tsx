import { renderToStaticMarkup } from 'react-dom/server'
import type { Launched } from '#content/launch.ts'
import type { Words } from '#language.ts'
import { hashSource } from './content-security-policy.ts'
import { Footer } from './layout/footer.tsx'
import { Head, speculationRules } from './layout/head.tsx'
import { Header, menuScript } from './layout/header.tsx'
import { pathOf, type Page, type PageContext } from './page.ts'
import type { MeasuredHomes } from './questionnaire/measure-home.ts'

/** The browser's part of the build. */
export interface ClientBuild {
  islandModules: PageContext['islandModules']
  /** Source of the script that loads islands. */
  loader: string
}

export type RenderedPage = ReturnType<typeof renderPage>

/** Placeholders for the context that no escaping changes. */
export const placeholders = {
  year: 'year.invalid',
  publicUrl: 'https://public-url.invalid',
  apiUrl: 'https://api-url.invalid',
}

/** Renders pages at build time, with `placeholders` for values that are known when the server starts. */
export function prerenderPages(
  pages: Page[],
  build: ClientBuild,
  launched: Launched,
  measured?: MeasuredHomes,
  latestLetter?: PageContext['latestLetter'],
): RenderedPage[] {
  const context = { ...placeholders, ...build, launched, measured, latestLetter }
  return pages.map((page) => {
    const own = [menuScript, ...(page.island ? [build.loader] : [])]
    return renderPage(page, context, page.isLinkedInMail ? [] : own)
  })
}

const words = {
  en: { skip: 'Skip to content' },
  it: { skip: 'Vai al contenuto' },
} satisfies Words

export function renderPage(page: Page, context: PageContext, scripts: string[]) {
  const { language } = page
  const body = renderToStaticMarkup(
    <body>
      <a className="skip-link" href="#main">
        {words[language].skip}
      </a>
      <Header page={page} />
      <main id="main">{page.render(context)}</main>
      <Footer page={page} year={context.year} />
    </body>,
  )
  const css = inlineStyles(body)
  const head = renderToStaticMarkup(
    <Head page={page} context={context} css={css} scripts={scripts} />,
  )
  return {
    path: pathOf(page),
    html: `<!doctype html><html lang="${language}">${head}${body}</html>`,
    scripts: [...scripts, speculationRules(language)].map(hashSource),
    styles: [hashSource(css)],
    loadsIslands: page.island !== undefined,
    unlisted: page.unlisted ?? false,
  }
}

// From every module: some have pages of their own.
const sheets = import.meta.glob<string>(['/src/**/*.css', '!/src/console/**', '!/src/dev/**'], {
  eager: true,
  query: '?inline',
  import: 'default',
})
const classNames = import.meta.glob<Record<string, string>>('/src/**/*.module.css', {
  eager: true,
  import: 'default',
})

/** The CSS that a page uses. Layers decide the cascade, not the order of the files. */
function inlineStyles(body: string): string {
  const used = Object.entries(sheets).filter(([path]) => {
    const names = classNames[path]
    return !names || Object.values(names).some((name) => body.includes(name))
  })
  return `@layer reset, base, parts;${used.map(([, css]) => css).join('')}`
}
