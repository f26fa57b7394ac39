import styles from '../islands/forms.module.css'

/** A form that is nothing but its button: what a link only shows, this does. */
export function PostButton({ label, action }: { label: string; action?: string }) {
  return (
    <form method="post" action={action}>
      <button className={styles.button} type="submit">
        {label}
      </button>
    </form>
  )
}
