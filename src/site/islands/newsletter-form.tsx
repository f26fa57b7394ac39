import styles from './forms.module.css'
import type { IslandProps } from './mount-island.tsx'
import { SubmissionForm } from './submission-form.tsx'
import { useSignup } from './use-signup.ts'

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
