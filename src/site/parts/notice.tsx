import type { ReactNode } from 'react'
import { routes } from '#routes.ts'
import type { Page } from '../page.ts'
import styles from './notice.module.css'

interface NoticePage extends Omit<Page, 'path' | 'render' | 'unlisted'> {
  /** Only of prerendered pages. */
  path?: string
  /** The h1, if it differs from the title. */
  heading?: string
  body: ReactNode | Page['render']
  /** Defaults to a link to the home page. */
  next?: ReactNode
}

/** An unlisted page with one message and a link to go on. */
export function noticePage({ heading, body, next = <BackHome />, ...page }: NoticePage): Page {
  const render: Page['render'] = (context) => (
    <section className={styles.page} aria-labelledby="notice-title">
      <h1 id="notice-title">{heading ?? page.title}</h1>
      <div className={styles.body}>
        {typeof body === 'function' ? body(context) : body}
        {next}
      </div>
    </section>
  )
  return { path: '', ...page, title: page.title.replace(/\.$/, ''), unlisted: true, render }
}

/** A link outside of a sentence, large enough to tap. */
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
