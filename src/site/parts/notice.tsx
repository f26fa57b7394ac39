import type { ReactNode } from 'react'
import type { Language, Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import type { Page } from '../page.ts'
import styles from './notice.module.css'

interface NoticePage extends Omit<Page, 'language' | 'route' | 'render' | 'unlisted'> {
  /** Only of prerendered pages. */
  route?: string
  /** The h1, if it differs from the title. */
  heading?: string
  /** A check box above the h1: still to do, or done. */
  box?: 'empty' | 'ticked'
  body: ReactNode | Page['render']
  /** Defaults to a link to the home page. */
  next?: ReactNode
  /** Beside the words, or below them in a narrow window. */
  drawing?: ReactNode
  /** Below the words, from edge to edge. */
  picture?: ReactNode
}

const boxStyles = { empty: styles.box, ticked: `${styles.box} ${styles.ticked}` }

/** An unlisted page with one message and a link to go on. */
export function noticePage(
  language: Language,
  { heading, body, next = <BackHome language={language} />, ...page }: NoticePage,
): Page {
  const { box, drawing, picture, ...rest } = page
  const render: Page['render'] = (context) => (
    <>
      <section className={styles.page} aria-labelledby="notice-title">
        {box && <i className={boxStyles[box]} aria-hidden="true" />}
        <h1 id="notice-title">{heading ?? page.title}</h1>
        <div className={styles.body}>
          {typeof body === 'function' ? body(context) : body}
          {next}
        </div>
        {drawing}
      </section>
      {picture}
    </>
  )
  const title = page.title.replace(/\.$/, '')
  return { language, route: '', ...rest, title, unlisted: true, render }
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

const words = {
  en: { backHome: 'Back to the home page' },
  it: { backHome: 'Torna alla home' },
} satisfies Words

function BackHome({ language }: { language: Language }) {
  return <NextStep href={localPath(language, routes.home)}>{words[language].backHome}</NextStep>
}
