import { renderToStaticMarkup } from 'react-dom/server'
import type { Words } from '#language.ts'
import { hashSource } from './content-security-policy.ts'
import { Footer } from './layout/footer.tsx'
import { Head, speculationRules } from './layout/head.tsx'
import { Header, menuScript } from './layout/header.tsx'
import { pathOf, type Page, type PageContext } from './page.ts'
import type { MeasuredHomes } from './questionnaire/measure-home.ts'

/** Facts about the build that pages need. */
export interface ClientBuild {
  islandModules: PageContext['islandModules']
  /** Source of the script that loads islands. */
  loader: string
  /** The home pages, before and after the launch. Undefined in development. */
  measured?: Record<'before' | 'after', MeasuredHomes>
}

export type RenderedPage = ReturnType<typeof renderPage>

/** The scripts of a page that is the same for everybody. */
export function scriptsOf(page: Page, { loader }: ClientBuild): string[] {
  if (page.isLinkedInMail) return []
  return [menuScript, ...(page.island ? [loader] : [])]
}

const words = {
  en: { skip: 'Skip to content' },
  it: { skip: 'Vai al contenuto' },
} satisfies Words

/** Every page of the site is made here: those that are kept and those for one request. */
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
const sheets = import.meta.glob<string>(['/src/**/*.css', '!/src/owner/**', '!/src/dev/**'], {
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
