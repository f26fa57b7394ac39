import type { SiteServer } from './create-site.ts'
import type { Page } from './page.ts'

/** A page as the answer to one request: it is about one person, so nobody keeps it. */
export function pageAnswer(
  site: SiteServer,
  page: Page,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  const { html, contentSecurityPolicy } = site.render(page)
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      ...headers,
    },
  })
}
