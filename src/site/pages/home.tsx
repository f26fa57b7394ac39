import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import { Island } from '../parts/island.tsx'
import type { Page } from '../page.ts'
import { HeroPicture } from './hero-picture.tsx'
import { homeWords } from './home-words.tsx'
import styles from './home.module.css'

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
        <HeroPicture className={styles.picture} />
        <div className={styles.words}>
          <h1 className={styles.headline} id="headline">
            {words.headline}
          </h1>
          <p className={styles.subline}>{words.subline}</p>
        </div>
      </section>
      <div className={styles.ground}>
        <section className={styles.card} id="newsletter" aria-labelledby="newsletter-title">
          <div className={styles.invitation}>
            <h2 id="newsletter-title">Join Our Newsletter</h2>
            <p>{words.invitation}</p>
          </div>
          <div>
            <Island name="newsletter" context={context} />
          </div>
        </section>
      </div>
    </>
  ),
}
