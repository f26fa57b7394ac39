import { hash } from 'node:crypto'

/** Allows inlined code by its hash and files from this site, nothing else. */
export function contentSecurityPolicy(
  page: { scripts: string[]; styles: string[]; loadsIslands: boolean },
  { apiUrl, publicUrl }: { apiUrl: string; publicUrl: string },
): string {
  const formTarget = apiUrl === '' ? '' : ` ${new URL(apiUrl).origin}`
  return [
    "default-src 'none'",
    `script-src ${[...(page.loadsIslands ? ["'self'"] : []), ...page.scripts].join(' ')}`,
    `style-src ${page.styles.join(' ')}`,
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${formTarget}`,
    `form-action 'self'${formTarget}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

export function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}
