import { useRef } from 'react'
import { BeforeButton, FailureNotice } from './form-parts.tsx'
import styles from './forms.module.css'
import type { IslandProps } from './mount-island.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useSignup } from './use-signup.ts'
import { useStatus } from './use-status.ts'

/** These words stand out from the thanks to the next keystroke: a signup that is not confirmed is lost. */
export const confirmFirst = 'We first ask you to confirm by e-mail'

const buttonLabels = { submitting: 'Subscribing...', success: 'Thank You!' }

export function NewsletterForm(props: IslandProps) {
  const { state, input, submit, typed } = useSignup(props)
  const ownForm = useRef<HTMLFormElement>(null)
  const label = state === 'submitting' || state === 'success' ? buttonLabels[state] : undefined
  useStatus(ownForm, state === 'success' ? `${label} ${confirmFirst}.` : label)

  return (
    <form
      ref={ownForm}
      className={styles.newsletter}
      method="post"
      action={props.action}
      onSubmit={submit}
      data-state={state}
      // The loader may have set `novalidate` already.
      suppressHydrationWarning
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
      <BeforeButton {...props} />
      <SubmitButton
        isDisabled={state === 'submitting'}
        isBusy={label !== undefined}
        heldLabel={buttonLabels.submitting}
      >
        {label ?? 'Embark on the Journey'}
      </SubmitButton>
      {props.showFailureNotice && <FailureNotice hasFailed={state === 'failed'} />}
    </form>
  )
}
