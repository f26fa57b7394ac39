import type { Page, PageContext } from '../page.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** The layout that every page shares. */
export function Body({ page, context }: { page: Page; context: PageContext }) {
  const { hasHero = false } = page
  return (
    <body>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header path={page.path} floats={hasHero} />
      <main id="main">{page.render(context)}</main>
      <Footer year={context.year} hasHero={hasHero} />
    </body>
  )
}
