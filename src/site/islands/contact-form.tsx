import { useState, type SubmitEvent } from 'react'
import { Field, emailField, nameField } from './field.tsx'
import styles from './forms.module.css'
import type { IslandProps } from './mount-island.tsx'
import { SubmissionForm } from './submission-form.tsx'
import { submitForm } from './submit-form.ts'

const maxCharacters = 5000
const sending = 'Sending...'
const confirmation = "Thank you for reaching out! We'll get back to you shortly."

export function ContactForm(props: IslandProps) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent' | 'failed'>('idle')

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (!isAcceptable(form)) return
    setState('sending')
    const outcome = await submitForm(form, {
      readOutcome: (response) => (response.ok ? 'done' : 'failed'),
      complaint: 'Error sending message:',
      // The confirmation is the form's last element.
      answer: form.lastElementChild!,
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
          maxLength={maxCharacters}
          // With maxlength the browser would silently cut off pasted text.
          ref={(field) => field?.removeAttribute('maxlength')}
          onInput={({ currentTarget }) => checkLength(currentTarget)}
          placeholder="Your Message"
        />
      </div>
    </SubmissionForm>
  )
}

/** The browser accepts spaces as an entry, so clear them and let it report the missing field. */
function isAcceptable(form: HTMLFormElement): boolean {
  for (const field of form.querySelectorAll<HTMLInputElement>(':required')) {
    if (field.value.trim() === '') field.value = ''
  }
  // A browser that restores the message fires no input event.
  checkLength(form.querySelector('textarea')!)
  return form.reportValidity()
}

const count = new Intl.NumberFormat('en')

function checkLength(field: HTMLTextAreaElement) {
  const { length } = Array.from(field.value.trim())
  const complaint = `Your message is ${count.format(length)} characters. Please keep it to ${count.format(maxCharacters)}.`
  field.setCustomValidity(length > maxCharacters ? complaint : '')
}
