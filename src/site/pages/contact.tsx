import type { Language } from '#language.ts'
import { routes } from '#routes.ts'
import { Island } from '../parts/island.tsx'
import type { Page } from '../page.ts'
import styles from './contact.module.css'

export const contactPage = (language: Language): Page => ({
  language,
  route: routes.contact,
  title: 'Contact',
  description: 'Write to the people behind the ESG reporting tool. We read every message.',
  island: 'contact',
  render: (context) => (
    <section className={styles.page} aria-labelledby="contact-title">
      <div>
        <h1 id="contact-title">Let's Connect</h1>
        <p className={styles.subtitle}>Reach out and let's simplify ESG reporting for the world.</p>
      </div>
      <div className={styles.rows} aria-hidden="true" />
      <div className={styles.sheet}>
        <Island name="contact" language={language} context={context} />
      </div>
    </section>
  ),
})
