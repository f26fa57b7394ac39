import type { ReactNode } from 'react'
import styles from '../islands/forms.module.css'
import { neverInvalid } from '../islands/submission-form.tsx'

/** Above a form's button: how the entries are used. */
export function FinePrint({ children }: { children: ReactNode }) {
  return <div className={styles.finePrint}>{children}</div>
}

interface Tone {
  /** A quiet button stands beside another; a dangerous one destroys something, and a cautious one leads to it. */
  tone?: 'quiet' | 'caution' | 'danger'
}

/** A link to a page or file that looks like the buttons beside it. */
export function ButtonLink({ href, tone, children }: Tone & { href: string; children: string }) {
  return (
    <a className={classOf(tone)} href={href}>
      {children}
    </a>
  )
}

function classOf(tone: Tone['tone']): string {
  return [styles.button, tone && styles[tone]].filter(Boolean).join(' ')
}

interface PostFormProps extends Tone {
  label: string
  action?: string
  /** The id of a text about the button. */
  describedBy?: string
  /** Visible fields. */
  children?: ReactNode
  hidden?: ReactNode
}

/** A form for an action, because a link must not change anything. Without fields it is one button. */
export function PostForm(props: PostFormProps) {
  const { label, action, tone, describedBy, hidden, children: fields } = props
  const attributes = fields ? { className: styles.contact, ...neverInvalid } : {}
  return (
    <form {...attributes} method="post" action={action}>
      {fields}
      {hidden}
      <button className={classOf(tone)} type="submit" aria-describedby={describedBy}>
        {label}
      </button>
    </form>
  )
}
