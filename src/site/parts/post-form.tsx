import type { ReactNode } from 'react'
import styles from '../islands/forms.module.css'

/** Above a form's button: how the entries are used. */
export function FinePrint({ children }: { children: ReactNode }) {
  return <div className={styles.finePrint}>{children}</div>
}

/** A form for actions, which a link must never do. Without fields it is one button. */
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
