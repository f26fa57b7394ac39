import type { Launched } from '#content/launch.ts'
import type { PitchTexts } from '#content/pitch-texts.ts'
import type { Language, Words } from '#language.ts'
import forms from '../islands/forms.module.css'
import type { PageContext } from '../page.ts'
import { NewsletterIsland } from './island.tsx'
import styles from './newsletter-card.module.css'

const words = {
  en: { latest: 'Read our latest newsletter' },
  it: { latest: 'Leggi l’ultimo numero' },
} satisfies Words

interface Props {
  className: string | undefined
  language: Language
  launched: Launched
  context: PageContext
  texts: PitchTexts['newsletter']
}

/** The invitation to the newsletter, with its form. */
export function NewsletterCard({ className, language, launched, context, texts }: Props) {
  return (
    <section
      className={`${styles.card} ${className}`}
      id="newsletter"
      aria-labelledby="newsletter-title"
    >
      <div className={styles.invitation}>
        <h2 id="newsletter-title">{texts.title}</h2>
        <p>{texts.text}</p>
      </div>
      {/* Beside "Open the tool" the newsletter's button is the secondary one. */}
      <div className={launched ? `${styles.form} ${forms.quiet}` : styles.form}>
        <NewsletterIsland language={language} launched={launched} context={context} />
      </div>
      <p className={styles.trust}>
        {texts.trust} <LatestLetter language={language} context={context} />
      </p>
    </section>
  )
}

/** Nothing before the first public letter. */
export function LatestLetter({ language, context }: Pick<Props, 'language' | 'context'>) {
  const latest = context.latestLetter?.[language]
  return latest ? <a href={latest.path}>{words[language].latest}</a> : null
}
