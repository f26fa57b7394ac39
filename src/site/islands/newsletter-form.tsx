import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Words } from '#language.ts'
import { emailField } from '#submission-fields.ts'
import styles from './forms.module.css'
import type { IslandProps } from './mount-island.tsx'
import { failureNotice, SubmissionForm } from './submission-form.tsx'
import { hasMovedOn, submitForm, type Answer, type Outcome } from './submit-form.ts'

const words = {
  en: {
    label: 'Email',
    placeholder: 'Enter your email',
    invalid: 'Please enter a valid email address',
    submitting: 'Subscribing...',
    success: 'Thank You!',
  },
  it: {
    label: 'Email',
    placeholder: 'Indirizzo email',
    invalid: 'Inserisci un indirizzo email valido',
    submitting: 'Iscrizione in corso…',
    success: 'Grazie!',
  },
} satisfies Words

interface NewsletterProps extends IslandProps {
  /** The owner's label. */
  button: string
  /** Shown after a signup. */
  hint: { nextStep: string; lookFor: string }
  /** After an invalid submit without JavaScript. */
  startsInvalid?: boolean
}

export function NewsletterForm(props: NewsletterProps) {
  const { state, input, submit, typed } = useSignup(props)
  const text = words[props.language]
  const { nextStep, lookFor } = props.hint
  const isBusy = state === 'submitting' || state === 'success'
  return (
    <SubmissionForm
      {...props}
      className={styles.newsletter}
      state={state}
      onSubmit={submit}
      idleLabel={props.button}
      busyLabel={isBusy ? text[state] : undefined}
      sendingLabel={text.submitting}
      result={
        // Shown by CSS, in place of the fine print. Screen readers get it from the status.
        <div className={styles.hint}>
          <p>{nextStep}</p>
          <p>{lookFor}</p>
        </div>
      }
      status={state === 'success' ? `${text.success} ${nextStep} ${lookFor}` : undefined}
    >
      <div className={styles.field}>
        <label className="visually-hidden" htmlFor="newsletter-email">
          {text.label}
        </label>
        <input
          ref={input}
          id="newsletter-email"
          name="email"
          type="email"
          required
          placeholder={text.placeholder}
          autoComplete="email"
          inputMode="email"
          aria-invalid={state === 'invalid'}
          aria-describedby="newsletter-error"
          onInput={typed}
        />
        <p
          className={styles.error}
          id="newsletter-error"
          role="alert"
          // Firefox gives an alert that is filled later no live attribute of its own.
          aria-live="assertive"
          data-notice={props.showFailureNotice || undefined}
        >
          {state === 'invalid' && text.invalid}
          {state === 'failed' && props.showFailureNotice && failureNotice[props.language]}
        </p>
      </div>
    </SubmissionForm>
  )
}

type SignupState = 'idle' | 'invalid' | 'submitting' | 'success' | 'signed-up' | 'failed'

const successMs = 3000

const endingWithNextKeystroke = new Set<SignupState>(['invalid', 'signed-up', 'failed'])

/** The states of a signup, from the first keystroke to the thanks. */
function useSignup({ startsInvalid, showFailureNotice }: NewsletterProps) {
  const [state, setState] = useState<SignupState>(startsInvalid ? 'invalid' : 'idle')
  const input = useRef<HTMLInputElement>(null)

  // Text typed before hydration counts too. In a layout effect, so that it runs before a replayed submit.
  useLayoutEffect(() => {
    if (startsInvalid && input.current!.value !== '') setState('idle')
  }, [startsInvalid])

  useEffect(() => {
    if (state !== 'success') return
    const timer = setTimeout(() => setState('signed-up'), successMs)
    return () => clearTimeout(timer)
  }, [state])

  async function submit(form: HTMLFormElement) {
    // A second click on "Thank You!" is not a new, empty signup.
    if (state === 'success' && input.current!.value === '') return
    if (!isAcceptable(input.current!)) return reject(form)
    setState('submitting')
    const outcome = await submitForm(form, {
      readOutcome,
      logMessage: 'Error submitting email:',
      result: form,
      showFailureNotice,
    })
    if (outcome === 'invalid') reject(form)
    else setState(outcome === 'done' ? 'success' : outcome)
  }

  function reject(form: HTMLFormElement) {
    setState('invalid')
    if (hasMovedOn(form)) return
    input.current!.focus()
    // In a low window the error may be below the lower edge.
    input.current!.nextElementSibling!.scrollIntoView({ block: 'nearest' })
  }

  const typed = () => setState((now) => (endingWithNextKeystroke.has(now) ? 'idle' : now))

  return { state, input, submit, typed }
}

/** The server refuses some addresses that the browser accepts: a@b, root@localhost. */
function readOutcome({ body }: Answer): Outcome {
  const { ok, error } = JSON.parse(body) as IntakeResponse
  if (ok) return 'done'
  return error?.fields?.email === undefined ? 'failed' : 'invalid'
}

interface IntakeResponse {
  ok?: boolean
  error?: { fields?: { email?: string } }
}

/** The browser's own check also rejects an empty value and one without '@'. */
function isAcceptable({ value, validity }: HTMLInputElement): boolean {
  // The server's own limits.
  return validity.valid && value.indexOf('@') <= 64 && value.length <= emailField.maxLength
}
