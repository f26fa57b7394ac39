import { site } from '#content/content.ts'
import type { Language } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import styles from './consent-line.module.css'

const { company, brand, launched } = site
const subject = launched ? brand : `${brand} and its launch`

/** The text that a signup agrees to. Each signup stores the hash of this text: see legal-texts.tsx. */
export function ConsentLine({ language }: { language: Language }) {
  return (
    <>
      By signing up you agree to receive emails from {company.name} {company.legalForm} about{' '}
      {subject}. You can withdraw your consent at any time.{' '}
      <span className={styles.line}>
        We'll email you a link to confirm, and every email has an unsubscribe link.{' '}
      </span>
      <span className={styles.line}>
        See our <a href={localPath(language, routes.privacy)}>Privacy Policy</a>.
      </span>
    </>
  )
}

/** The same beside the button that confirms, stored likewise. */
export function ConfirmationLine({ language }: { language: Language }) {
  return (
    <>
      By pressing the button you agree to receive emails from {company.name} {company.legalForm}{' '}
      about {subject}. You can withdraw your consent at any time: every email has an unsubscribe
      link. See our <a href={localPath(language, routes.privacy)}>Privacy Policy</a>.
    </>
  )
}
