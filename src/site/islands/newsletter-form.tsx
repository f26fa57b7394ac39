import { useEffect, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import styles from './forms.module.css'
import type { IslandProps } from './mount-island.tsx'
import { SubmitButton } from './submit-button.tsx'
import { submitForm } from './submit-form.ts'
import { TrapField } from './trap-field.tsx'
import { useStatus } from './use-status.ts'

type State = 'idle' | 'invalid' | 'submitting' | 'success' | 'signed-up' | 'failed'

const successMs = 3000

/** These words stand out from the thanks to the next keystroke: a signup that is not confirmed is lost. */
export const confirmFirst = 'We first ask you to confirm by e-\u2060mail'

const endWithTheNextKeystroke = new Set<State>(['invalid', 'signed-up', 'failed'])

const buttonLabels = {
  submitting: 'Subscribing...',
  success: 'Thank You!',
} satisfies Partial<Record<State, string>>

export function NewsletterForm(props: IslandProps) {
  const { action, showFailureNotice, startsInvalid, finePrintHtml = '' } = props
  const [state, setState] = useState<State>(startsInvalid ? 'invalid' : 'idle')
  const ownForm = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const complaint = useRef<HTMLParagraphElement>(null)
  const label = state === 'submitting' || state === 'success' ? buttonLabels[state] : undefined
  useStatus(ownForm, state === 'success' ? `${label} ${confirmFirst}.` : label)

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
    if (state === 'submitting' || (state === 'success' && input.current!.value === '')) return
    const form = event.currentTarget
    if (!isAcceptable(input.current!)) {
      // In a low window the form may stand on the lower edge.
      complaint.current!.scrollIntoView({ block: 'nearest' })
      return setState('invalid')
    }
    setState('submitting')
    const isOk = async (response: Response) =>
      Boolean(((await response.json()) as { ok?: boolean }).ok)
    const isDone = await submitForm(form, { isOk, complaint: 'Error submitting email:' })
    setState(isDone ? 'success' : 'failed')
  }

  return (
    <form
      ref={ownForm}
      className={styles.newsletter}
      method="post"
      action={action}
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
          onInput={() => setState((now) => (endWithTheNextKeystroke.has(now) ? 'idle' : now))}
        />
        <p ref={complaint} className={styles.error} id="newsletter-error" role="alert">
          {state === 'invalid' && 'Please enter a valid email address'}
        </p>
      </div>
      <div
        className={styles.finePrint}
        dangerouslySetInnerHTML={{ __html: finePrintHtml }}
        suppressHydrationWarning
      />
      <TrapField />
      <SubmitButton
        isDisabled={state === 'submitting'}
        isBusy={label !== undefined}
        heldLabel={buttonLabels.submitting}
      >
        {label ?? 'Embark on the Journey'}
      </SubmitButton>
      {showFailureNotice && (
        <p className={styles.notice} role="alert">
          {state === 'failed' && 'That did not work. Please try again in a moment.'}
        </p>
      )}
    </form>
  )
}

/** Empty, without '@', or refused by the browser's own check: one message for all three. */
function isAcceptable(input: HTMLInputElement): boolean {
  return input.value.includes('@') && input.validity.valid
}
