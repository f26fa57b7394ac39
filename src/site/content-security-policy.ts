import { createHash } from 'node:crypto'

/** Nothing is allowed but what the page is made of: inlined code by its hash, files from this site. */
export function contentSecurityPolicy(page: {
  inlineScripts: string[]
  inlineStyles: string[]
  loadsIslands: boolean
  action: string
  isHttps: boolean
}): string {
  const formTarget = URL.canParse(page.action) ? ` ${new URL(page.action).origin}` : ''
  const scripts = [...(page.loadsIslands ? ["'self'"] : []), ...page.inlineScripts.map(hashSource)]
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ') || "'none'"}`,
    `style-src ${page.inlineStyles.map(hashSource).join(' ') || "'none'"}`,
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${formTarget}`,
    `form-action 'self'${formTarget}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(page.isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
