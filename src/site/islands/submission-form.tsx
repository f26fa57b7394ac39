import { useEffect, useLayoutEffect, useRef } from 'react'
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

interface Props extends IslandProps {
  className: string | undefined
  state: string
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  idleLabel: string
  /** The button's label while the form is not idle. */
  busyLabel: string | undefined
  /** The label of the disabled button, also used by loader.ts while a submit waits for hydration. */
  sendingLabel: string
  /** Announced to screen readers instead of the label. */
  status?: string | undefined
  result?: ReactNode
  children: ReactNode
}

/** Everything that both forms share around their fields. */
export function SubmissionForm(props: Props) {
  const { language, state, idleLabel, busyLabel, sendingLabel, finePrintHtml = '' } = props
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
      {/* Bots fill in every field; people never see this one. */}
      <div className={styles.trap} aria-hidden="true">
        <label>
          {words[language].trap}
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

/**
 * Gives a disabled button its focus back when the form is idle again, not earlier: a screen reader would read the
 * new label over the status. If the focus has moved on, leave it.
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
