import type { ReactNode } from 'react'
import type { Site } from '#content/content-rules.ts'
import { site } from '#content/content.ts'
import { homeTitles } from '#content/home-titles.ts'
import { routes } from '#routes.ts'
import forms from '../islands/forms.module.css'
import { HeroPicture } from '../parts/hero-picture.tsx'
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

const picture = site.launched ? `${styles.picture} ${styles.finished}` : styles.picture

const words = homeWords(site.launched)

export const homePage: Page = {
  path: routes.home,
  title: words.title,
  description: words.description,
  hasHero: true,
  island: 'newsletter',
  render: (context) => (
    <>
      <section className={styles.hero} aria-labelledby="headline">
        <HeroPicture className={picture} isFinished={site.launched !== false} />
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
            <Island name="newsletter" context={context} />
          </div>
        </section>
      </div>
    </>
  ),
}
