import type { MDXContent } from 'mdx/types'
import { site } from '#content/content.ts'
import styles from './legal-text.module.css'

export interface LegalSection {
  id: string
  title: string
}

export function LegalText(props: { title: string; sections: LegalSection[]; Text: MDXContent }) {
  const { title, sections, Text } = props
  return (
    <article className={styles.page} aria-labelledby="legal-title">
      <header className={styles.head}>
        <h1 id="legal-title">{title}</h1>
        <p>Effective date: {site.legal.effectiveDate}</p>
      </header>
      <nav className={styles.contents} aria-labelledby="contents-title">
        <h2 id="contents-title">Contents</h2>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>
        <Text />
      </div>
    </article>
  )
}
