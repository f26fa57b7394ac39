import { renderToStaticMarkup } from 'react-dom/server'
import { compressed, type CompressedBody } from './compressed.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { inlineStyles } from './inline-styles.ts'
import { Body } from './layout/body.tsx'
import { Head, scriptsOf, speculationRules } from './layout/head.tsx'
import type { Page, PageContext } from './page.ts'
import { sitePages } from './site-pages.ts'

export interface RenderedPage extends CompressedBody {
  contentSecurityPolicy: string
  unlisted: boolean
}

export interface FreshPage {
  html: string
  contentSecurityPolicy: string
}

export interface RenderOptions {
  context: PageContext
  loader: string
}

/** Every page by its path, ready to send. */
export function renderSite(options: RenderOptions): Map<string, RenderedPage> {
  return new Map(sitePages.map((page) => [page.path, renderPage(page, options)]))
}

function renderPage(page: Page, options: RenderOptions): RenderedPage {
  const fresh = renderFresh(page, options)
  return {
    ...compressed(Buffer.from(fresh.html)),
    contentSecurityPolicy: fresh.contentSecurityPolicy,
    unlisted: page.unlisted ?? false,
  }
}

/** A page for one request alone: what it shows is worth no compression. */
export function renderFresh(page: Page, { context, loader }: RenderOptions): FreshPage {
  const body = renderToStaticMarkup(<Body page={page} context={context} />)
  const css = inlineStyles(body)
  const head = renderToStaticMarkup(<Head page={page} context={context} assets={{ css, loader }} />)
  return {
    html: `<!doctype html><html lang="en">${head}${body}</html>`,
    contentSecurityPolicy: contentSecurityPolicy({
      inlineScripts: [...scriptsOf(page, loader), speculationRules],
      inlineStyles: [css],
      loadsIslands: page.island !== undefined,
      action: context.action,
      isHttps: context.publicUrl.startsWith('https:'),
    }),
  }
}
