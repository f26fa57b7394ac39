import type { Language, Words } from '#language.ts'
import { routes } from '#routes.ts'
import { Island } from '../parts/island.tsx'
import type { Page } from '../page.ts'
import styles from './contact.module.css'

const words = {
  en: {
    title: 'Contact',
    description: 'Write to the people behind the ESG reporting tool. We read every message.',
    heading: "Let's Connect",
    subtitle: "Reach out and let's simplify ESG reporting for the world.",
  },
  it: {
    title: 'Contatti',
    description:
      'Per scrivere a chi realizza lo strumento di reporting ESG. Leggiamo ogni messaggio.',
    heading: 'Parliamo di\u00a0ESG',
    subtitle: 'Basta un messaggio: insieme semplifichiamo il reporting ESG per tutti.',
  },
} satisfies Words

export const contactPage = (language: Language): Page => ({
  language,
  route: routes.contact,
  title: words[language].title,
  description: words[language].description,
  island: 'contact',
  render: (context) => (
    <section className={styles.page} aria-labelledby="contact-title">
      <div>
        <h1 id="contact-title">{words[language].heading}</h1>
        <p className={styles.subtitle}>{words[language].subtitle}</p>
      </div>
      <div className={styles.rows} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <div className={styles.sheet}>
        <Island name="contact" language={language} context={context} />
      </div>
    </section>
  ),
})
