import type { ReactNode } from 'react'
import { routes } from '#routes.ts'
import type { Page } from '../page.ts'
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

interface NoticePage extends Omit<Page, 'render' | 'unlisted'> {
  /** The h1, where it is not the title. */
  heading?: string
  body: ReactNode
  /** The way on: home, if nothing else is said. */
  next?: ReactNode
}

/** Such a page, for those who were sent there. */
export function noticePage({ heading, body, next = <BackHome />, ...page }: NoticePage): Page {
  const notice = (
    <Notice title={heading ?? page.title}>
      {body}
      {next}
    </Notice>
  )
  const title = page.title.replace(/\.$/, '')
  return { ...page, title, unlisted: true, render: () => notice }
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

function BackHome() {
  return <NextStep href={routes.home}>Back to the home page</NextStep>
}
