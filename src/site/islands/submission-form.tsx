import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ReactNode, RefObject, SubmitEvent } from 'react'
import styles from './forms.module.css'
import type { IslandProps } from './mount-island.tsx'

interface Props extends IslandProps {
  className: string | undefined
  state: string
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  idleLabel: string
  /** What the button says while the form is not yet what it was before it was pressed. */
  busyLabel: string | undefined
  /** The label under which nothing more is taken; also while a submit is held, before this is alive: see loader.ts. */
  sendingLabel: string
  /** What is told to those who do not see the button, where it is more than its label. */
  status?: string | undefined
  answer?: ReactNode
  /** Its fields. */
  children: ReactNode
}

/** What both forms have around their fields. */
export function SubmissionForm(props: Props) {
  const { state, idleLabel, busyLabel, sendingLabel, finePrintHtml = '' } = props
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const label = busyLabel ?? idleLabel

  useStatus(form, props.status ?? busyLabel ?? '')
  useFocusAfterwards(button, busyLabel !== undefined)
  return (
    <form
      ref={form}
      className={props.className}
      method="post"
      action={props.action}
      onSubmit={props.onSubmit}
      data-state={state}
      // The loader may have set `novalidate` already.
      suppressHydrationWarning
    >
      {props.children}
      <div
        className={styles.finePrint}
        dangerouslySetInnerHTML={{ __html: finePrintHtml }}
        suppressHydrationWarning
      />
      {/* Robots fill in every field they find; people never see this one. */}
      <div className={styles.trap} aria-hidden="true">
        <label>
          Leave this empty
          <input name="website" type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <button
        ref={button}
        className={styles.button}
        type="submit"
        disabled={busyLabel === sendingLabel}
        data-held-label={sendingLabel}
      >
        {/* A new element for each label: the same one would count as moved, being centred. */}
        <span key={label}>{label}</span>
      </button>
      {props.answer}
      {/* There before it says anything: a screen reader then tells when it does. */}
      {props.showFailureNotice && (
        <p className={styles.notice} role="alert">
          {state === 'failed' && 'That did not work. Please try again in a moment.'}
        </p>
      )}
    </form>
  )
}

/**
 * Says it in the live region before the island. The loader may have said it there already, and
 * nothing is to be announced twice.
 */
function useStatus(form: RefObject<HTMLFormElement | null>, text: string) {
  useEffect(() => {
    const island = form.current!.closest('[data-island]')!
    const region = island.previousElementSibling!
    if (island.hasAttribute('data-held') || region.textContent === text) return
    region.textContent = text
  })
}

/**
 * A disabled button loses the focus. It gets it back when all is over, not before: a screen reader
 * would read the new label on top of the status. A visitor who moved on is left where they are.
 */
function useFocusAfterwards(button: RefObject<HTMLButtonElement | null>, isBusy: boolean) {
  useLayoutEffect(() => {
    const { current } = button
    if (!isBusy || document.activeElement !== current) return
    return () => {
      if (document.activeElement === document.body) current?.focus({ preventScroll: true })
    }
  }, [button, isBusy])
}
