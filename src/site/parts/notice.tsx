import type { ReactNode } from 'react'
import { routes } from '#routes.ts'
import type { Page } from '../page.ts'
import styles from './notice.module.css'

interface NoticePage extends Omit<Page, 'path' | 'render' | 'unlisted'> {
  /** Of a page that is ready; the answer to one request has none of its own. */
  path?: string
  /** The h1, where it is not the title. */
  heading?: string
  body: ReactNode | Page['render']
  /** The way on: home, if nothing else is said. */
  next?: ReactNode
}

/** A page that says one thing and shows the way on, for those who were sent there. */
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
