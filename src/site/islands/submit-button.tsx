import { useLayoutEffect, useRef } from 'react'
import styles from './forms.module.css'

interface Props {
  isDisabled: boolean
  /** The form is not yet what it was before the button was pressed. */
  isBusy: boolean
  /** What it says while a submit is held, before this component is alive: see loader.ts. */
  heldLabel: string
  children: string
}

export function SubmitButton({ isDisabled, isBusy, heldLabel, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)

  // A disabled button loses the focus. It gets it back when all is over, not before: a screen reader
  // would read the new label on top of the status. A visitor who moved on is left where they are.
  useLayoutEffect(() => {
    const { current } = button
    if (!isBusy || document.activeElement !== current) return
    return () => {
      if (document.activeElement === document.body) current?.focus({ preventScroll: true })
    }
  }, [isBusy])

  return (
    <button
      ref={button}
      className={styles.button}
      type="submit"
      disabled={isDisabled}
      data-held-label={heldLabel}
    >
      {/* A new element for each label: the same one would count as moved, being centred. */}
      <span key={children}>{children}</span>
    </button>
  )
}
