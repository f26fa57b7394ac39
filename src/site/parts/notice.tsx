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

/** A link that stands alone, high enough to be hit. */
export function NextStep({ href, children }: { href: string; children: string }) {
  return (
    <p>
      <a className={styles.nextStep} href={href}>
        {children}
      </a>
    </p>
  )
}

export function BackHome() {
  return <NextStep href={routes.home}>Back to the home page</NextStep>
}
