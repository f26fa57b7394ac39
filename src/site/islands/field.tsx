import { useState, type ComponentProps } from 'react'
import type { Language, Words } from '#language.ts'
import styles from './forms.module.css'

interface Props extends ComponentProps<'input'> {
  language: Language
  words: Record<Language, { label: string; placeholder: string }>
  id: string
  maxLength: number
  /** Makes it a multi-line field. */
  rows?: number
  /** About the submitted value. */
  error?: string | undefined
}

/** An input with its label, focused if it has an error. */
export function Field({ language, words, error, rows, ...given }: Props) {
  const { label, placeholder } = words[language]
  // Firefox calls an empty required field invalid before anybody has typed. If not stated, the browser decides.
  const [isRefused, setRefused] = useState(false)
  const input = {
    placeholder,
    'aria-invalid': isRefused ? undefined : false,
    onInvalid: () => setRefused(true),
    onInput: () => setRefused(false),
    ...given,
  }
  const errorId = `${input.id}-error`
  const dir = input.type === 'email' ? undefined : 'auto'
  const invalid = { 'aria-invalid': true, 'aria-describedby': errorId, autoFocus: true }
  return (
    <div className={styles.field}>
      <label htmlFor={input.id}>{label}</label>
      {rows === undefined ? (
        <input type="text" dir={dir} {...input} {...(error !== undefined && invalid)} />
      ) : (
        <textarea
          {...(input as ComponentProps<'textarea'>)}
          dir={dir}
          rows={rows}
          // The loader has removed `maxlength`.
          suppressHydrationWarning
          onInput={({ currentTarget }) => {
            setRefused(false)
            checkLength(currentTarget, input.maxLength, language)
          }}
        />
      )}
      {error !== undefined && (
        <p className={styles.error} id={errorId}>
          {error}
        </p>
      )}
    </div>
  )
}

const messages = {
  en: {
    tooLong: (name: string, length: string, max: string) =>
      `Your ${name} is ${length} characters long. Please keep it to ${max}.`,
  },
  it: {
    tooLong: (_: string, length: string, max: string) =>
      `Il testo ha ${length} caratteri. Il massimo è ${max}.`,
  },
} satisfies Words

/** Checks a multi-line field, whose `maxlength` only counts without JavaScript. */
export function checkLength(field: HTMLTextAreaElement, maxLength: number, language: Language) {
  const { length } = Array.from(field.value.trim())
  const count = new Intl.NumberFormat(language, { useGrouping: 'always' })
  const complaint = messages[language].tooLong(
    field.name,
    count.format(length),
    count.format(maxLength),
  )
  field.setCustomValidity(length > maxLength ? complaint : '')
}
