import { pitch } from '#content/content.ts'
import type { Language, Words } from '#language.ts'
import { routes } from '#routes.ts'
import { ContactIsland } from '../parts/island.tsx'
import type { Page } from '../page.ts'
import styles from './contact.module.css'

const words = {
  en: { title: 'Contact' },
  it: { title: 'Contatti' },
} satisfies Words

export const contactPage = (language: Language): Page => ({
  language,
  route: routes.contact,
  title: words[language].title,
  description: pitch.descriptions.contact[language],
  island: 'contact',
  render: (context) => (
    <section className={styles.page} aria-labelledby="contact-title">
      <div>
        <h1 id="contact-title">{pitch.contact.heading[language]}</h1>
        <p className={styles.subtitle}>{pitch.contact.subtitle[language]}</p>
      </div>
      <div className={styles.rows} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <div className={styles.sheet}>
        <ContactIsland language={language} context={context} />
      </div>
    </section>
  ),
})
