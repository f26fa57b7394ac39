import type { ReactNode } from 'react'
import type { Launched } from '#content/launch.ts'
import { pitchTexts, type PitchTexts } from '#content/pitch-texts.ts'
import type { Language } from '#language.ts'
import { routes } from '#routes.ts'
import { HeroPicture } from '../parts/hero-picture.tsx'
import { NewsletterCard } from '../parts/newsletter-card.tsx'
import { ButtonLink } from '../parts/post-form.tsx'
import { WorkedExample } from '../parts/worked-example.tsx'
import type { Page } from '../page.ts'
import styles from './home.module.css'

/** Letters that fit on one line of the narrowest window. */
const maxUnbroken = 14

export function homePage(
  language: Language,
  launched: Launched,
  texts = pitchTexts(language, launched),
): Page {
  return {
    language,
    route: routes.home,
    title: texts.headline,
    description: texts.descriptions.home,
    hasHero: true,
    island: 'newsletter',
    render: (context) => (
      <>
        <Hero launched={launched} texts={texts} />
        <div className={styles.ground}>
          <NewsletterCard
            className={styles.card}
            language={language}
            launched={launched}
            context={context}
            texts={texts.newsletter}
          />
          {texts.showExample && (
            <WorkedExample language={language} launched={launched} texts={texts} />
          )}
        </div>
      </>
    ),
  }
}

function Hero({ launched, texts }: { launched: Launched; texts: PitchTexts }) {
  const picture = launched ? `${styles.picture} ${styles.finished}` : styles.picture
  return (
    <section className={styles.hero} aria-labelledby="headline">
      <HeroPicture className={picture} isFinished={launched !== false} />
      <div className={styles.words}>
        <h1 className={styles.headline} id="headline">
          {headlineOf(texts.headline)}
        </h1>
        <p className={styles.subline}>{texts.subline}</p>
        {launched && (
          <p className={styles.tool}>
            <ButtonLink href={launched.url}>{texts.openTool}</ButtonLink>
          </p>
        )}
      </div>
    </section>
  )
}

/** The words after the last dash or colon stay together if they fit. */
export function headlineOf(title: string): ReactNode {
  const [before, after = ''] = title.split(/(?<=—|: )(?!.*(?:—|: ))/)
  return (
    <>
      {before}
      <span className={after.length <= maxUnbroken ? styles.after : undefined}>{after}</span>
    </>
  )
}
