import { useRef, useState, type SubmitEvent } from 'react'
import { Field, emailField, nameField } from './field.tsx'
import { BeforeButton, FailureNotice } from './form-parts.tsx'
import styles from './forms.module.css'
import type { IslandProps } from './mount-island.tsx'
import { SubmitButton } from './submit-button.tsx'
import { isStillAt, submitForm } from './submit-form.ts'
import { useStatus } from './use-status.ts'

type State = 'idle' | 'sending' | 'sent' | 'failed'

const sending = 'Sending...'
const confirmation = "Thank you for reaching out! We'll get back to you shortly."

export function ContactForm(props: IslandProps) {
  const [state, setState] = useState<State>('idle')
  const ownForm = useRef<HTMLFormElement>(null)
  const isSending = state === 'sending'
  useStatus(ownForm, isSending ? sending : '')

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const form = event.currentTarget
    if (!isFilledIn(form)) return
    setState('sending')
    const isOk = (response: Response) => response.ok
    const isDone = await submitForm(form, { isOk, complaint: 'Error sending message:' })
    setState(isDone ? 'sent' : 'failed')
    // The answer's room is the form's last, in a low window out of sight. Who moved on is left alone.
    const isTold = isDone || props.showFailureNotice
    if (isTold && isStillAt(form)) form.lastElementChild!.scrollIntoView({ block: 'nearest' })
  }

  return (
    <form
      ref={ownForm}
      className={styles.contact}
      method="post"
      action={props.action}
      onSubmit={submit}
      data-state={state}
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
          maxLength={5000}
          placeholder="Your Message"
        />
      </div>
      <BeforeButton {...props} />
      <SubmitButton isDisabled={isSending} isBusy={isSending} heldLabel={sending}>
        {isSending ? sending : 'Send Your Message'}
      </SubmitButton>
      <p className={styles.confirmation} role="status" data-reserves={confirmation}>
        {state === 'sent' && confirmation}
      </p>
      {props.showFailureNotice && <FailureNotice hasFailed={state === 'failed'} />}
    </form>
  )
}

/** The browser takes spaces for an entry. Without them it says itself what is missing. */
function isFilledIn(form: HTMLFormElement): boolean {
  for (const field of form.querySelectorAll<HTMLInputElement>(':required')) {
    if (field.value.trim() === '') field.value = ''
  }
  return form.reportValidity()
}
