import type { ComponentProps } from 'react'
import styles from './forms.module.css'

export const nameField = {
  label: 'Name',
  name: 'name',
  type: 'text',
  dir: 'auto',
  maxLength: 200,
  autoComplete: 'name',
}

export const emailField = {
  label: 'Email',
  name: 'email',
  type: 'email',
  maxLength: 254,
  autoComplete: 'email',
  inputMode: 'email',
} as const

interface Props extends ComponentProps<'input'> {
  label: string
  id: string
  /** About the submitted value. */
  error?: string | undefined
}

/** An input with its label, focused if it has an error. */
export function Field({ label, error, ...input }: Props) {
  const errorId = `${input.id}-error`
  return (
    <div className={styles.field}>
      <label htmlFor={input.id}>{label}</label>
      {error === undefined ? (
        <input {...input} />
      ) : (
        <>
          <input {...input} aria-invalid aria-describedby={errorId} autoFocus />
          <p className={styles.error} id={errorId}>
            {error}
          </p>
        </>
      )}
    </div>
  )
}
