import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import { confirmFirst } from '../islands/newsletter-form.tsx'
import styles from './consent-line.module.css'

const { company, brand, launched } = site
const subject = launched ? brand : `${brand} and its launch`

/** What a signup agrees to. Its words are kept with every signup: see legal-texts.tsx. */
export function ConsentLine() {
  return (
    <>
      By signing up you agree to receive e-mails from {company.name} {company.legalForm} with news
      of {subject}. You may withdraw your consent at any time.{' '}
      <span className={styles.line}>
        <span className={styles.confirm}>{confirmFirst}</span>, and every e-mail has an unsubscribe
        link.{' '}
      </span>
      <span className={styles.line}>
        See our <a href={routes.privacy}>Privacy Policy</a>.
      </span>
    </>
  )
}

/** The same by the button that confirms. These words are kept as well. */
export function ConfirmationLine() {
  return (
    <>
      By confirming you agree to receive e-mails from {company.name} {company.legalForm} with news
      of {subject}. You may withdraw your consent at any time: every e-mail has an unsubscribe link.
      See our <a href={routes.privacy}>Privacy Policy</a>.
    </>
  )
}
