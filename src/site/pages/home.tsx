import type { ReactNode } from 'react'
import type { Site } from '#content/content-rules.ts'
import { site } from '#content/content.ts'
import { homeTitles } from '#content/home-titles.ts'
import type { Language, Words } from '#language.ts'
import { routes } from '#routes.ts'
import forms from '../islands/forms.module.css'
import { HeroPicture } from '../parts/hero-picture.tsx'
import { Island } from '../parts/island.tsx'
import { ButtonLink } from '../parts/post-form.tsx'
import type { Page } from '../page.ts'
import styles from './home.module.css'

/** Letters that fit on one line of the narrowest window. */
const maxUnbroken = 14

const words = {
  en: {
    comingSoon: {
      description:
        'A tool that fills in ESG compliance questionnaires with you is on its way. Join the newsletter and be the first to know when it launches.',
      subline: 'A revolution in compliance questionnaires is on its way.',
      invitation: 'Stay updated and be the first one to know when we launch.',
    },
    live: {
      description:
        'The tool that fills in ESG compliance questionnaires with you is here. Open it, and join the newsletter to hear what comes next.',
      subline: 'The revolution in compliance questionnaires is here.',
      invitation: 'Stay updated and be the first one to know what comes next.',
    },
    openTool: 'Open the tool',
    newsletter: 'Join Our Newsletter',
  },
  it: {
    comingSoon: {
      description:
        'Sta arrivando lo strumento che aiuta a compilare i questionari ESG. Con la newsletter si è tra i primi a sapere quando sarà disponibile.',
      subline: 'Sta per arrivare una rivoluzione nei\u00a0questionari di\u00a0compliance.',
      invitation: 'Per restare al corrente ed essere tra i primi a sapere del lancio.',
    },
    live: {
      description:
        'È online lo strumento che aiuta a compilare i questionari ESG. Le prossime novità arrivano con la newsletter.',
      subline: 'La rivoluzione nei questionari di\u00a0compliance è\u00a0qui.',
      invitation: 'Per restare al corrente ed essere tra i primi a scoprire le novità.',
    },
    openTool: 'Apri lo strumento',
    newsletter: 'Iscriviti alla newsletter',
  },
} satisfies Words

/** The home page's texts before and after launch day. */
export function homeWords(language: Language, launched: Site['launched']) {
  const stage = launched ? 'live' : 'comingSoon'
  const title = homeTitles[language][stage]
  return {
    ...words[language][stage],
    title,
    headline: headlineOf(title),
    tool: launched && (
      <p className={styles.tool}>
        <ButtonLink href={launched.url}>{words[language].openTool}</ButtonLink>
      </p>
    ),
  }
}

/** The words after the dash or colon stay together if they fit. */
function headlineOf(title: string): ReactNode {
  const [before, after = ''] = title.split(/(?<=—|: )/)
  return (
    <>
      {before}
      <span className={after.length <= maxUnbroken ? styles.after : undefined}>{after}</span>
    </>
  )
}

const picture = site.launched ? `${styles.picture} ${styles.finished}` : styles.picture

export function homePage(language: Language): Page {
  const { title, description, headline, subline, tool, invitation } = homeWords(
    language,
    site.launched,
  )
  return {
    language,
    route: routes.home,
    title,
    description,
    hasHero: true,
    island: 'newsletter',
    render: (context) => (
      <>
        <section className={styles.hero} aria-labelledby="headline">
          <HeroPicture className={picture} isFinished={site.launched !== false} />
          <div className={styles.words}>
            <h1 className={styles.headline} id="headline">
              {headline}
            </h1>
            <p className={styles.subline}>{subline}</p>
            {tool}
          </div>
        </section>
        <div className={styles.ground}>
          <section className={styles.card} id="newsletter" aria-labelledby="newsletter-title">
            <div className={styles.invitation}>
              <h2 id="newsletter-title">{words[language].newsletter}</h2>
              <p>{invitation}</p>
            </div>
            {/* Beside "Open the tool" the newsletter's button is the secondary one. */}
            <div className={site.launched ? forms.quiet : undefined}>
              <Island name="newsletter" language={language} context={context} />
            </div>
          </section>
        </div>
      </>
    ),
  }
}
