import { routes } from '#routes.ts'
import { Island } from '../parts/island.tsx'
import type { Page } from '../page.ts'
import styles from './contact.module.css'

export const contactPage: Page = {
  path: routes.contact,
  title: 'Contact',
  description: 'Write to the people behind the ESG reporting tool. We read every message.',
  island: 'contact',
  render: (context) => (
    <section className={styles.page} aria-labelledby="contact-title">
      <div>
        <h1 id="contact-title">Let's Connect</h1>
        <p className={styles.subtitle}>Reach out and let's simplify ESG reporting for the world.</p>
      </div>
      <div className={styles.rows} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <div className={styles.sheet}>
        <Island name="contact" context={context} />
      </div>
    </section>
  ),
}
