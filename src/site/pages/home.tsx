import { routes } from '#routes.ts'
import { Island } from '../islands/island.tsx'
import type { Page } from '../page.ts'
import { ConsentLine } from './consent-line.tsx'
import styles from './home.module.css'

export const homePage: Page = {
  path: routes.home,
  title: 'Streamlined ESG reporting for your business',
  description:
    'A tool that fills in ESG compliance questionnaires with you is on its way. Join the newsletter and be the first to know when it launches.',
  hasHero: true,
  island: 'newsletter',
  render: (context) => (
    <>
      <section className={styles.hero} aria-labelledby="headline">
        <div className={styles.words}>
          <h1 className={styles.headline} id="headline">
            Streamlined ESG reporting for your business—coming soon.
          </h1>
          <p className={styles.subline}>A revolution in compliance questionnaires is on its way.</p>
        </div>
      </section>
      <section className={styles.card} id="newsletter" aria-labelledby="newsletter-title">
        <h2 id="newsletter-title">Join Our Newsletter</h2>
        <p>Stay updated and be the first one to know when we launch.</p>
        <Island name="newsletter" context={context} />
        <ConsentLine />
      </section>
    </>
  ),
}
