import { colour } from '#colours.ts'
import { pitch, site } from '#content/content.ts'
import { launchTime } from '#content/launch.ts'
import { isoDate } from '#long-time.ts'
import { routes } from '#routes.ts'
import faviconIco from '../../content/images/icons/favicon.ico?url'
import icon192 from '../../content/images/icons/icon-192.png?url'
import icon512 from '../../content/images/icons/icon-512.png?url'
import maskable512 from '../../content/images/icons/icon-maskable-512.png?url'
import { alternatesOf, pathOf, type Page } from './page.ts'
import { sitePages } from './site-pages.ts'

/** Day of the build, as 2026-01-31; set in vite.config.ts. */
declare const BUILD_DATE: string

/** The asset served as /favicon.ico. */
export const faviconAsset = faviconIco

interface RootFileFacts {
  publicUrl: string
  now: Date
  letterPages: Page[]
}

/** Files that robots and browsers request at fixed paths. */
export const rootFiles = [
  { path: routes.robots, contentType: 'text/plain; charset=utf-8', write: robots },
  { path: routes.sitemap, contentType: 'application/xml; charset=utf-8', write: sitemap },
  {
    path: routes.manifest,
    contentType: 'application/manifest+json',
    write: () => JSON.stringify(manifest),
  },
  { path: routes.securityTxt, contentType: 'text/plain; charset=utf-8', write: securityTxt },
]

function robots({ publicUrl }: RootFileFacts): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${publicUrl}${routes.sitemap}\n`
}

function sitemap({ publicUrl, now, letterPages }: RootFileFacts): string {
  const lastmod = lastChange(now)
  // The pages are the same before and after the launch.
  const urls = [...sitePages(false), ...letterPages]
    .filter((page) => !page.unlisted)
    .map((page) => {
      const alternates = alternatesOf(page).map(
        ({ hrefLang, path }) =>
          `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${publicUrl}${path}"/>`,
      )
      return `<url><loc>${publicUrl}${pathOf(page)}</loc><lastmod>${page.lastChange ?? lastmod}</lastmod>${alternates.join('')}</url>`
    })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
}

/** The day of the build or, if it was later, of the launch. */
export function lastChange(now: Date, launchAt = launchTime() ?? Infinity): string {
  const launchDay = launchAt <= now.getTime() ? isoDate(new Date(launchAt)) : ''
  return launchDay > BUILD_DATE ? launchDay : BUILD_DATE
}

/** RFC 9116 asks for an expiry less than a year ahead. */
function securityTxt({ publicUrl, now }: RootFileFacts): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 12, 1) - 1)
  return [
    `Contact: mailto:${site.email}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${site.languages.join(', ')}`,
    `Canonical: ${publicUrl}${routes.securityTxt}`,
    '',
  ].join('\n')
}

const manifest = {
  name: site.brand,
  short_name: site.brand,
  description: pitch.tagline.en,
  start_url: routes.home,
  display: 'browser',
  background_color: colour('paper').light,
  theme_color: colour('ground').light,
  icons: [
    { src: icon192, sizes: '192x192', type: 'image/png' },
    { src: icon512, sizes: '512x512', type: 'image/png' },
    { src: maskable512, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}
