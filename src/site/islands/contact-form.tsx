import { useState, type SubmitEvent } from 'react'
import { Field, emailField, nameField } from './field.tsx'
import styles from './forms.module.css'
import type { IslandProps } from './mount-island.tsx'
import { SubmissionForm } from './submission-form.tsx'
import { submitForm } from './submit-form.ts'

const mostCharacters = 5000
const sending = 'Sending...'
const confirmation = "Thank you for reaching out! We'll get back to you shortly."

export function ContactForm(props: IslandProps) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent' | 'failed'>('idle')

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (!isAcceptable(form)) return
    setState('sending')
    const isDone = await submitForm(form, {
      isOk: (response) => response.ok,
      complaint: 'Error sending message:',
      // The answer's room is the form's last.
      answer: form.lastElementChild!,
      showFailureNotice: props.showFailureNotice,
    })
    setState(isDone ? 'sent' : 'failed')
  }

  return (
    <SubmissionForm
      {...props}
      className={styles.contact}
      state={state}
      onSubmit={submit}
      idleLabel="Send Your Message"
      busyLabel={state === 'sending' ? sending : undefined}
      sendingLabel={sending}
      answer={
        <p className={styles.confirmation} role="status" data-reserves={confirmation}>
          {state === 'sent' && confirmation}
        </p>
      }
    >
      <Field {...nameField} id="contact-name" placeholder="Your Name" required />
      <Field {...emailField} id="contact-email" placeholder="Your Email" required />
      <div className={styles.field}>
        <label htmlFor="contact-message">Message</label>
        <textarea
          id="contact-message"
          name="message"
          dir="auto"
          required
          rows={6}
          maxLength={mostCharacters}
          // The browser would cut off in silence what is pasted beyond it.
          ref={(field) => field?.removeAttribute('maxlength')}
          onInput={({ currentTarget }) => checkLength(currentTarget)}
          placeholder="Your Message"
        />
      </div>
    </SubmissionForm>
  )
}

/** The browser takes spaces for an entry. Without them it says itself what is missing. */
function isAcceptable(form: HTMLFormElement): boolean {
  for (const field of form.querySelectorAll<HTMLInputElement>(':required')) {
    if (field.value.trim() === '') field.value = ''
  }
  // A browser that brings a message back says nothing of it.
  checkLength(form.querySelector('textarea')!)
  return form.reportValidity()
}

function checkLength(field: HTMLTextAreaElement) {
  const { length } = Array.from(field.value.trim())
  const complaint = `Please use ${mostCharacters} characters at most, not ${length}.`
  field.setCustomValidity(length > mostCharacters ? complaint : '')
}
