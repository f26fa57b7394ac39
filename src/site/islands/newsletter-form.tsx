import { useEffect, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import styles from './forms.module.css'
import type { IslandProps } from './mount-island.tsx'
import { SubmissionForm } from './submission-form.tsx'
import { submitForm } from './submit-form.ts'

/** These words stand out from the thanks to the next keystroke: a signup that is not confirmed is lost. */
export const confirmFirst = 'We first ask you to confirm by e-mail'

const sending = 'Subscribing...'
const thanks = 'Thank You!'
const busyLabels: Record<string, string> = { submitting: sending, success: thanks }

export function NewsletterForm(props: IslandProps) {
  const { state, input, submit, typed } = useSignup(props)
  return (
    <SubmissionForm
      {...props}
      className={styles.newsletter}
      state={state}
      onSubmit={submit}
      idleLabel="Embark on the Journey"
      busyLabel={busyLabels[state]}
      sendingLabel={sending}
      status={state === 'success' ? `${thanks} ${confirmFirst}.` : undefined}
    >
      <div className={styles.field}>
        <label className="visually-hidden" htmlFor="newsletter-email">
          Email
        </label>
        <input
          ref={input}
          id="newsletter-email"
          name="email"
          type="email"
          required
          placeholder="Enter your email"
          autoComplete="email"
          inputMode="email"
          aria-invalid={state === 'invalid' || undefined}
          aria-describedby="newsletter-error"
          onInput={typed}
        />
        <p className={styles.error} id="newsletter-error" role="alert">
          {state === 'invalid' && 'Please enter a valid email address'}
        </p>
      </div>
    </SubmissionForm>
  )
}

type SignupState = 'idle' | 'invalid' | 'submitting' | 'success' | 'signed-up' | 'failed'

const successMs = 3000

const endWithTheNextKeystroke = new Set<SignupState>(['invalid', 'signed-up', 'failed'])

/** A signup from the first keystroke to the thanks, and what its form has to do on the way. */
function useSignup({ startsInvalid, showFailureNotice }: IslandProps) {
  const [state, setState] = useState<SignupState>(startsInvalid ? 'invalid' : 'idle')
  const input = useRef<HTMLInputElement>(null)

  // A keystroke that came before React counts, too. Not later: a submit may come in between.
  useLayoutEffect(() => {
    if (startsInvalid && input.current!.value !== '') setState('idle')
  }, [startsInvalid])

  useEffect(() => {
    if (state !== 'success') return
    const timer = setTimeout(() => setState('signed-up'), successMs)
    return () => clearTimeout(timer)
  }, [state])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // A second click on "Thank You!" is not a new, empty signup.
    if (state === 'success' && input.current!.value === '') return
    const form = event.currentTarget
    if (!isAcceptable(input.current!)) {
      // The message follows. In a low window the form may stand on the lower edge.
      input.current!.nextElementSibling!.scrollIntoView({ block: 'nearest' })
      return setState('invalid')
    }
    setState('submitting')
    const isDone = await submitForm(form, {
      isOk: async (response) => Boolean(((await response.json()) as { ok?: boolean }).ok),
      complaint: 'Error submitting email:',
      answer: form,
      showFailureNotice,
    })
    setState(isDone ? 'success' : 'failed')
  }

  const typed = () => setState((now) => (endWithTheNextKeystroke.has(now) ? 'idle' : now))

  return { state, input, submit, typed }
}

/** The browser's own check also refuses what is empty or without '@': one message for all three. */
function isAcceptable({ value, validity }: HTMLInputElement): boolean {
  // The server counts as well, and refuses in silence.
  return validity.valid && value.indexOf('@') <= 64 && value.length <= 254
}
