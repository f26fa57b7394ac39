import type { ComponentProps } from 'react'
import styles from './forms.module.css'

type InputProps = ComponentProps<'input'> & { id: string }

/** An input under its label. */
function Field({ label, ...input }: InputProps & { label: string }) {
  return (
    <div className={styles.field}>
      <label htmlFor={input.id}>{label}</label>
      <input {...input} />
    </div>
  )
}

export function NameField(input: InputProps) {
  return (
    <Field label="Name" name="name" type="text" maxLength={200} autoComplete="name" {...input} />
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
