import { useState } from 'react'
import type { Language, Words } from '#language.ts'
import { contactFields } from '#submission-fields.ts'
import { Field, checkLength } from './field.tsx'
import styles from './forms.module.css'
import type { IslandProps } from './mount-island.tsx'
import { failureNotice, SubmissionForm } from './submission-form.tsx'
import { submitForm } from './submit-form.ts'

const words = {
  en: {
    idle: 'Send Your Message',
    sending: 'Sending...',
    confirmation: "Thank you for reaching out! We'll get back to you shortly.",
  },
  it: {
    idle: 'Invia il messaggio',
    sending: 'Invio in corso…',
    confirmation: 'Grazie per averci scritto! Avrai presto una nostra risposta.',
  },
} satisfies Words

export function ContactForm(props: IslandProps) {
  const { idle, sending, confirmation } = words[props.language]
  const [state, setState] = useState<'idle' | 'sending' | 'sent' | 'failed'>('idle')

  async function submit(form: HTMLFormElement) {
    if (!isAcceptable(form, props.language)) return
    setState('sending')
    const outcome = await submitForm(form, {
      readOutcome: ({ ok }) => (ok ? 'done' : 'failed'),
      logMessage: 'Error sending message:',
      // The outcome is the form's last element.
      result: form.lastElementChild!,
      showFailureNotice: props.showFailureNotice,
    })
    setState(outcome === 'done' ? 'sent' : 'failed')
  }

  return (
    <SubmissionForm
      {...props}
      className={styles.contact}
      state={state}
      onSubmit={submit}
      idleLabel={idle}
      busyLabel={state === 'sending' ? sending : undefined}
      sendingLabel={sending}
      result={
        <div className={styles.outcome}>
          <p className={styles.confirmation} aria-live="polite" data-reserves={confirmation}>
            {state === 'sent' && confirmation}
          </p>
          {/* Rendered while empty: screen readers announce only changes of a live region. */}
          {props.showFailureNotice && (
            <p className={styles.notice} role="alert" aria-live="assertive">
              {state === 'failed' && failureNotice[props.language]}
            </p>
          )}
        </div>
      }
    >
      {contactFields.map((field) => (
        <Field {...field} key={field.name} language={props.language} id={`contact-${field.name}`} />
      ))}
    </SubmissionForm>
  )
}

/** The browser accepts spaces as an entry, so clear them and let it report the missing field. */
function isAcceptable(form: HTMLFormElement, language: Language): boolean {
  for (const field of form.querySelectorAll<HTMLInputElement>(':required')) {
    if (field.value.trim() === '') field.value = ''
  }
  // A browser that restores a text fires no input event.
  for (const { name, maxLength, rows } of contactFields) {
    if (rows !== undefined) checkLength(form.querySelector(`[name=${name}]`)!, maxLength, language)
  }
  return form.reportValidity()
}
