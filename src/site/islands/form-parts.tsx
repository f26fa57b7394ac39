import styles from './forms.module.css'
import type { IslandProps } from './mount-island.tsx'

/** What stands before the button of every form. */
export function BeforeButton({ finePrintHtml = '' }: Pick<IslandProps, 'finePrintHtml'>) {
  return (
    <>
      <div
        className={styles.finePrint}
        dangerouslySetInnerHTML={{ __html: finePrintHtml }}
        suppressHydrationWarning
      />
      <TrapField />
    </>
  )
}

/** Robots fill in every field they find; people never see this one. */
function TrapField() {
  return (
    <div className={styles.trap} aria-hidden="true">
      <label>
        Leave this empty
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

/** There before it says anything: a screen reader then tells when it does. */
export function FailureNotice({ hasFailed }: { hasFailed: boolean }) {
  return (
    <p className={styles.notice} role="alert">
      {hasFailed && 'That did not work. Please try again in a moment.'}
    </p>
  )
}
