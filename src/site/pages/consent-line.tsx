import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import styles from './consent-line.module.css'

/** What a signup agrees to. Its words are kept with every signup: see consent-texts.tsx. */
export function ConsentLine() {
  return (
    <div className={styles.consent}>
      By signing up you agree to receive e-mails with news of {site.brand} and its launch. We first
      ask you to confirm by e-mail, and every e-mail has an unsubscribe link.{' '}
      <span className={styles.more}>
        See our <a href={routes.privacy}>Privacy Policy</a>.
      </span>
    </div>
  )
}
