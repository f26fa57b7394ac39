import type { Page, PageContext } from '../page.ts'
import { Footer } from './footer.tsx'
import { Head, type HeadAssets } from './head.tsx'
import { Header } from './header.tsx'

/** The layout that every page shares. */
export function Document(props: { page: Page; context: PageContext; assets: HeadAssets }) {
  const { page, context, assets } = props
  return (
    <html lang="en">
      <Head page={page} context={context} assets={assets} />
      <body>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <Header path={page.path} floats={page.hasHero ?? false} />
        <main id="main" tabIndex={-1}>
          {page.render(context)}
        </main>
        <Footer year={context.year} />
      </body>
    </html>
  )
}
