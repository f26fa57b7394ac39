import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import styles from './consent-line.module.css'

/** With a word joiner, which nobody sees: no line ends inside the word. */
const email = 'e-\u2060mail'

/** What a signup agrees to. Its words are kept with every signup: see consent-texts.tsx. */
export function ConsentLine() {
  return (
    <div className={styles.consent}>
      By signing up you agree to receive {email}s with news of {site.brand} and its launch. We first
      ask you to confirm by {email}, and every {email} has an unsubscribe link.{' '}
      <span className={styles.more}>
        See our <a href={routes.privacy}>Privacy Policy</a>.
      </span>
    </div>
  )
}
