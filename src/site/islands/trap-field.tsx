import styles from './forms.module.css'

/** Robots fill in every field they find; people never see this one. */
export function TrapField() {
  return (
    <div className={styles.trap} aria-hidden="true">
      <label>
        Leave this empty
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
