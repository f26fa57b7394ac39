import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject, SubmitEvent } from 'react'
import type { Words } from '#language.ts'
import styles from './forms.module.css'
import type { IslandProps } from './mount-island.tsx'

const words = {
  en: { trap: 'Leave this empty' },
  it: { trap: 'Lascia vuoto questo campo' },
} satisfies Words

/** Shown where each form has room for a message, if the owner has set showFailureNotice. */
export const failureNotice = {
  en: 'Sorry, that didn’t work. Please try again in a moment.',
  it: 'L’invio non è riuscito. Riprova tra poco.',
}

/** Of a form: Firefox calls one with an empty required field invalid, and Orca reads that out first. */
export const neverInvalid = { 'aria-invalid': false }

interface Props extends IslandProps {
  className: string | undefined
  state: string
  onSubmit: (form: HTMLFormElement) => Promise<void>
  idleLabel: string
  /** The button's label while the form is not idle. */
  busyLabel: string | undefined
  /** The label of the disabled button, and the one that loader.ts shows while a submit waits for hydration. */
  sendingLabel: string
  /** Announced to screen readers instead of the button's label. */
  status?: string | undefined
  result?: ReactNode
  children: ReactNode
}

/** Everything that both forms share around their fields. */
export function SubmissionForm(props: Props) {
  const { language, state, idleLabel, busyLabel, sendingLabel, finePrintHtml = '' } = props
  const form = useRef<HTMLFormElement>(null)
  const label = busyLabel ?? idleLabel
  const isSending = busyLabel === sendingLabel
  // Only the label shows a silent failure, so it is what is heard.
  const isSilentFailure = state === 'failed' && !props.showFailureNotice

  useStatus(form, props.status ?? busyLabel ?? (isSilentFailure ? idleLabel : ''))
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSending) void props.onSubmit(event.currentTarget)
  }
  return (
    <form
      ref={form}
      className={props.className}
      method="post"
      action={props.action}
      onSubmit={submit}
      data-state={state}
      {...neverInvalid}
      // The loader may have set `novalidate` already.
      suppressHydrationWarning
    >
      {props.children}
      <div
        className={styles.finePrint}
        dangerouslySetInnerHTML={{ __html: finePrintHtml }}
        suppressHydrationWarning
      />
      {/* Bots fill in every field; people never see this one. */}
      <div className={styles.trap} aria-hidden="true">
        <label>
          {words[language].trap}
          <input name="website" type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <button
        className={styles.button}
        type="submit"
        // `disabled` would take the focus away, and screen readers would read where it went over the status.
        aria-disabled={isSending || undefined}
        // The second click of a double click is not a new, empty message, of which the browser would complain.
        onClick={(event) => {
          if (state === 'sent' && event.detail > 1) event.preventDefault()
        }}
        data-held-label={sendingLabel}
      >
        {/* A new element for each label: a centred one that changes its width counts as layout shift. */}
        <span key={label}>{label}</span>
      </button>
      {props.result}
    </form>
  )
}

/** Writes to the live region before the island, unless the loader has already announced the same text. */
function useStatus(form: RefObject<HTMLFormElement | null>, text: string) {
  useEffect(() => {
    const island = form.current!.closest('[data-island]')!
    const region = island.previousElementSibling!
    if (island.hasAttribute('data-held') || region.textContent === text) return
    region.textContent = text
  })
}
