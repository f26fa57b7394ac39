import type { ComponentProps } from 'react'
import styles from './forms.module.css'

type InputProps = ComponentProps<'input'> & {
  id: string
  /** What is wrong with the entry that was sent. */
  error?: string | undefined
}

export function NameField(input: InputProps) {
  return (
    <Field
      label="Name"
      name="name"
      type="text"
      dir="auto"
      maxLength={200}
      autoComplete="name"
      {...input}
    />
  )
}

export function EmailField(input: InputProps) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      maxLength={254}
      autoComplete="email"
      inputMode="email"
      {...input}
    />
  )
}

/** An input under its label. Where something is wrong with it, the page opens there. */
function Field({ label, error, ...input }: InputProps & { label: string }) {
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
