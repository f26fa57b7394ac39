import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import { confirmFirst } from '../islands/newsletter-form.tsx'
import styles from './consent-line.module.css'

/** With a word joiner, which nobody sees: no line ends inside the word. */
const email = 'e-\u2060mail'

/** What a signup agrees to. Its words are kept with every signup: see consent-texts.tsx. */
export function ConsentLine() {
  return (
    <div className={styles.consent}>
      By signing up you agree to receive {email}s with news of {site.brand} and its launch.{' '}
      <span className={styles.line}>
        <span className={styles.confirm}>{confirmFirst}</span>, and every {email} has an unsubscribe
        link.{' '}
      </span>
      <span className={styles.line}>
        See our <a href={routes.privacy}>Privacy Policy</a>.
      </span>
    </div>
  )
}
