import type { ReactNode } from 'react'
import type { Site } from '#content/content-rules.ts'
import { site } from '#content/content.ts'
import { homeTitles } from '#content/home-titles.ts'
import type { Language } from '#language.ts'
import { routes } from '#routes.ts'
import forms from '../islands/forms.module.css'
import { Island } from '../parts/island.tsx'
import { ButtonLink } from '../parts/post-form.tsx'
import type { Page } from '../page.ts'
import styles from './home.module.css'

/** Letters that fit on one line of the narrowest window. */
const maxUnbroken = 14

/** The home page's texts before and after launch day. */
export function homeWords(launched: Site['launched']) {
  return launched ? live(launched.url) : comingSoon
}

const comingSoon = {
  title: homeTitles.comingSoon,
  description:
    'A tool that fills in ESG compliance questionnaires with you is on its way. Join the newsletter and be the first to know when it launches.',
  headline: headlineOf(homeTitles.comingSoon),
  subline: 'A revolution in compliance questionnaires is on its way.',
  tool: null,
  invitation: 'Stay updated and be the first one to know when we launch.',
}

function live(url: string) {
  return {
    title: homeTitles.live,
    description:
      'The tool that fills in ESG compliance questionnaires with you is here. Open it, and join the newsletter to hear what comes next.',
    headline: headlineOf(homeTitles.live),
    subline: 'The revolution in compliance questionnaires is here.',
    tool: (
      <p className={styles.tool}>
        <ButtonLink href={url}>Open the tool</ButtonLink>
      </p>
    ),
    invitation: 'Stay updated and be the first one to know what comes next.',
  }
}

/** The words after the dash stay together if they fit. */
function headlineOf(title: string): ReactNode {
  const [before, after = ''] = title.split(/(?<=—)/)
  return (
    <>
      {before}
      <span className={after.length <= maxUnbroken ? styles.after : undefined}>{after}</span>
    </>
  )
}

// The picture covers the hero, which can be taller than the picture's own shape.
const cuts = [
  { cut: 'tall', window: '(width < 36em) and (orientation: portrait)', size: 'max(100vw, 51vh)' },
  { cut: 'middle', window: '(max-aspect-ratio: 4/5)', size: 'max(100vw, 75vh)' },
  { cut: 'wide', window: 'all', size: 'max(100vw, 160vh)' },
].flatMap(({ cut, window, size }) => [
  { cut: `${cut}-dark`, media: `${window} and (prefers-color-scheme: dark)`, size },
  { cut: `${cut}-light`, media: window, size },
])

const files = Object.entries(
  import.meta.glob<string>('../../../content/images/hero/*', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
)

/** Drawn by art/draw-hero.ts in two colour schemes and three crops. */
function HeroPicture({ className }: { className: string | undefined }) {
  return (
    <picture className={className}>
      {cuts.flatMap(({ cut, media, size }) =>
        ['avif', 'webp', 'jpg'].map((format) => (
          <source
            key={`${cut} ${format}`}
            type={format === 'jpg' ? 'image/jpeg' : `image/${format}`}
            media={media}
            srcSet={srcSetOf(cut, format)}
            sizes={size}
          />
        )),
      )}
      <img
        src={files.find(([path]) => path.endsWith('/wide-light-1440.jpg'))?.[1]}
        width="2560"
        height="1600"
        alt=""
        fetchPriority="high"
        decoding="async"
      />
    </picture>
  )
}

function srcSetOf(cut: string, format: string): string {
  const name = new RegExp(`/${cut}-(\\d+)\\.${format}$`)
  return files
    .flatMap(([path, url]) => {
      const width = name.exec(path)?.[1]
      return width === undefined ? [] : `${url} ${width}w`
    })
    .join(', ')
}

const words = homeWords(site.launched)

export const homePage = (language: Language): Page => ({
  language,
  route: routes.home,
  title: words.title,
  description: words.description,
  hasHero: true,
  island: 'newsletter',
  render: (context) => (
    <>
      <section className={styles.hero} aria-labelledby="headline">
        <HeroPicture className={styles.picture} />
        <div className={styles.words}>
          <h1 className={styles.headline} id="headline">
            {words.headline}
          </h1>
          <p className={styles.subline}>{words.subline}</p>
          {words.tool}
        </div>
      </section>
      <div className={styles.ground}>
        <section className={styles.card} id="newsletter" aria-labelledby="newsletter-title">
          <div className={styles.invitation}>
            <h2 id="newsletter-title">Join Our Newsletter</h2>
            <p>{words.invitation}</p>
          </div>
          {/* Beside "Open the tool" the newsletter's button is the secondary one. */}
          <div className={site.launched ? forms.quiet : undefined}>
            <Island name="newsletter" language={language} context={context} />
          </div>
        </section>
      </div>
    </>
  ),
})
