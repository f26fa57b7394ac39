import type { ReactNode } from 'react'
import { routes } from '#routes.ts'
import styles from './notice.module.css'

/** A page that says one thing and shows the way on. */
export function Notice(props: { title: string; children: ReactNode }) {
  return (
    <section className={styles.page} aria-labelledby="notice-title">
      <h1 id="notice-title">{props.title}</h1>
      <div className={styles.body}>{props.children}</div>
    </section>
  )
}

export function BackHome() {
  return (
    <p>
      <a href={routes.home}>Back to the home page</a>
    </p>
  )
}
