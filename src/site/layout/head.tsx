import hankenGrotesk from '@fonts/hanken-grotesk.woff2?url'
import newsreader from '@fonts/newsreader.woff2?url'
import { colour } from '#colours.ts'
import { registeredOffice } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import type { Language, Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import appleTouchIcon from '../../../content/images/icons/apple-touch-icon.png?url'
import icon512 from '../../../content/images/icons/icon-512.png?url'
import favicon from '../../../content/images/icons/favicon.svg?url'
import { socialCards } from '../social-cards.ts'
import { alternatesOf, pathOf, type Page, type PageContext } from '../page.ts'

interface Props {
  page: Page
  context: PageContext
  css: string
  scripts: string[]
}

export function Head({ page, context, css, scripts }: Props) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{documentTitle(page)}</title>
      {/* A view transition keeps only elements that are there at the first paint: wait for the header. */}
      <link rel="expect" href="#menu" blocking="render" />
      {[newsreader, hankenGrotesk].map((url) => (
        <link key={url} rel="preload" href={url} as="font" type="font/woff2" crossOrigin="" />
      ))}
      <style dangerouslySetInnerHTML={{ __html: css }} />
      {scripts.map((script) => (
        <script key={script} dangerouslySetInnerHTML={{ __html: script }} />
      ))}
      {(['light', 'dark'] as const).map((scheme) => (
        <meta
          key={scheme}
          name="theme-color"
          content={colour('paper')[scheme]}
          media={`(prefers-color-scheme: ${scheme})`}
        />
      ))}
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href={favicon} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={appleTouchIcon} />
      <link rel="manifest" href={routes.manifest} />
      {page.unlisted ? (
        <>
          <meta name="robots" content="noindex" />
          <FeedLink page={page} context={context} />
        </>
      ) : (
        <Sharing page={page} context={context} />
      )}
      <script
        type="speculationrules"
        dangerouslySetInnerHTML={{ __html: speculationRules(page.language) }}
      />
    </head>
  )
}

/** Prerenders only pages of the main navigation, while the pointer rests on their link. */
export function speculationRules(language: Language): string {
  const hrefs = [routes.home, routes.about, routes.contact].map((route) =>
    localPath(language, route),
  )
  return JSON.stringify({
    prerender: [{ where: { href_matches: hrefs }, eagerness: 'moderate' }],
  })
}

const words = {
  en: { locale: 'en_GB' },
  it: { locale: 'it_IT' },
} satisfies Words

/** Metadata for search engines and link previews. */
function Sharing({ page, context }: Pick<Props, 'page' | 'context'>) {
  const text = words[page.language]
  const { languages = site.languages } = page
  const others = languages.filter((language) => language !== page.language)
  const url = `${context.publicUrl}${pathOf(page)}`
  const card = socialCards[page.language][context.launched ? 'live' : 'comingSoon']
  const picture = `${context.publicUrl}${card.url}`
  return (
    <>
      <meta name="description" content={page.description} />
      <link rel="canonical" href={url} />
      {alternatesOf(page).map(({ hrefLang, path }) => (
        <link
          key={hrefLang}
          rel="alternate"
          hrefLang={hrefLang}
          href={`${context.publicUrl}${path}`}
        />
      ))}
      <FeedLink page={page} context={context} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.brand} />
      <meta property="og:locale" content={text.locale} />
      {others.map((language) => (
        <meta key={language} property="og:locale:alternate" content={words[language].locale} />
      ))}
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={card.text} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={page.title} />
      <meta name="twitter:description" content={page.description} />
      <meta name="twitter:image" content={picture} />
      <meta name="twitter:image:alt" content={card.text} />
      {page.route === routes.home && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: structuredData(context.publicUrl) }}
        />
      )}
    </>
  )
}

function FeedLink({ page, context }: Pick<Props, 'page' | 'context'>) {
  if (!context.latestLetter?.[page.language]) return null
  const href = `${context.publicUrl}${localPath(page.language, routes.lettersFeed)}`
  return <link rel="alternate" type="application/atom+xml" title={site.brand} href={href} />
}

function documentTitle(page: Page): string {
  return page.route === routes.home
    ? `${site.brand} — ${page.title}`
    : `${page.title} — ${site.brand}`
}

/** JSON-LD about the company and the site. */
export function structuredData(publicUrl: string): string {
  const organization = {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: site.brand,
    legalName: `${site.company.name} ${site.company.legalForm}`,
    url: `${publicUrl}/`,
    logo: `${publicUrl}${icon512}`,
    email: site.email,
    vatID: `IT${site.company.vatNumber}`,
    address: registeredOffice('en'),
    sameAs: [site.social.url],
  }
  const website = {
    '@type': 'WebSite',
    '@id': `${publicUrl}/#website`,
    name: site.brand,
    url: `${publicUrl}/`,
    inLanguage: site.languages,
    publisher: { '@id': organization['@id'] },
  }
  const graph = { '@context': 'https://schema.org', '@graph': [organization, website] }
  // "</script>" inside a string would end the element.
  return JSON.stringify(graph).replaceAll('<', '\\u003c')
}
