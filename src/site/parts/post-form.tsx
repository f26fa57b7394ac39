import type { ReactNode } from 'react'
import styles from '../islands/forms.module.css'

/** Before the button of a form: what is done with what it sends. */
export function FinePrint({ children }: { children: ReactNode }) {
  return <div className={styles.finePrint}>{children}</div>
}

/** What a link only shows, this does. Without fields it is nothing but its button. */
export function PostForm(props: { label: string; action?: string; children?: ReactNode }) {
  const { label, action, children: fields } = props
  return (
    <form className={fields ? styles.contact : undefined} method="post" action={action}>
      {fields}
      <button className={styles.button} type="submit">
        {label}
      </button>
    </form>
  )
}
