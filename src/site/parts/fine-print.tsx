import type { ReactNode } from 'react'
import styles from '../islands/forms.module.css'
import { routes } from '#routes.ts'

/** Before the button of a form: what is done with what it sends. */
export function FinePrint({ children }: { children: ReactNode }) {
  return <div className={styles.finePrint}>{children}</div>
}

export function ContactNotice() {
  return (
    <>
      We use what you enter to answer you: see our <a href={routes.privacy}>Privacy Policy</a>
    </>
  )
}
