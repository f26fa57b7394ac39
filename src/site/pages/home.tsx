import { routes } from '#routes.ts'
import { Island } from '../islands/island.tsx'
import type { Page } from '../page.ts'
import { ConsentLine } from './consent-line.tsx'
import { HeroPicture } from './hero-picture.tsx'
import styles from './home.module.css'

export const homePage: Page = {
  path: routes.home,
  title: 'Streamlined ESG reporting for your business—coming soon.',
  description:
    'A tool that fills in ESG compliance questionnaires with you is on its way. Join the newsletter and be the first to know when it launches.',
  hasHero: true,
  island: 'newsletter',
  render: (context) => (
    <>
      <section className={styles.hero} aria-labelledby="headline">
        <HeroPicture className={styles.picture} />
        <div className={styles.words}>
          <h1 className={styles.headline} id="headline">
            Streamlined ESG reporting for your <span className={styles.together}>business—</span>
            coming soon.
          </h1>
          <p className={styles.subline}>A revolution in compliance questionnaires is on its way.</p>
        </div>
      </section>
      <section className={styles.card} id="newsletter" aria-labelledby="newsletter-title">
        <div className={styles.invitation}>
          <h2 id="newsletter-title">Join Our Newsletter</h2>
          <p>Stay updated and be the first one to know when we launch.</p>
        </div>
        <div>
          <Island name="newsletter" context={context} />
          <ConsentLine />
        </div>
      </section>
    </>
  ),
}
