import { renderToStaticMarkup } from 'react-dom/server'
import { compressed, type CompressedBody } from './compressed.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { inlineStyles } from './inline-styles.ts'
import { Document } from './layout/document.tsx'
import { speculationRules } from './layout/head.tsx'
import type { Page, PageContext } from './page.ts'
import { sitePages } from './site-pages.ts'

export interface RenderedPage extends CompressedBody {
  contentSecurityPolicy: string
  unlisted: boolean
}

export interface RenderOptions {
  context: PageContext
  loader: string
}

/** Every page by its path, ready to send. */
export function renderSite(options: RenderOptions): Map<string, RenderedPage> {
  return new Map(sitePages.map((page) => [page.path, renderPage(page, options)]))
}

function renderPage(page: Page, { context, loader }: RenderOptions): RenderedPage {
  const html = pageHtml(page, context, loader)
  return {
    ...compressed(Buffer.from(html)),
    contentSecurityPolicy: contentSecurityPolicy({
      inlineScripts: page.island ? [loader, speculationRules] : [speculationRules],
      inlineStyles: [inlineStyles],
      loadsIslands: page.island !== undefined,
      action: context.action,
      isHttps: context.publicUrl.startsWith('https:'),
    }),
    unlisted: page.unlisted ?? false,
  }
}

export function pageHtml(page: Page, context: PageContext, loader: string): string {
  return `<!doctype html>${renderToStaticMarkup(
    <Document page={page} context={context} assets={{ css: inlineStyles, loader }} />,
  )}`
}
