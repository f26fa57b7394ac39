import type { MDXContent } from 'mdx/types'
import { renderToStaticMarkup } from 'react-dom/server'
import { site } from '#content/content.ts'
import styles from './legal-text.module.css'

/** A legal text from content/, with an anchor at each section and a list of them beside it. */
export function LegalText({ title, Text }: { title: string; Text: MDXContent }) {
  const html = renderToStaticMarkup(<Text components={{ h2: SectionTitle }} />)
  const sections = html.matchAll(/<h2 id="([^"]+)">([^<]+)<\/h2>/g)
  return (
    <article className={styles.page} aria-labelledby="legal-title">
      <header className={styles.head}>
        <h1 id="legal-title">{title}</h1>
        <p>Effective date: {site.legal.effectiveDate}</p>
      </header>
      <nav className={styles.contents} aria-labelledby="contents-title">
        <h2 id="contents-title">Contents</h2>
        <ol>
          {[...sections].map(([, id, titleHtml = '']) => (
            <li key={id}>
              <a href={`#${id}`}>
                <span dangerouslySetInnerHTML={{ __html: titleHtml }} />
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  )
}

function SectionTitle({ children }: { children?: React.ReactNode }) {
  if (typeof children !== 'string') throw new Error('A section title is plain text.')
  const id = children.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return <h2 id={id}>{children}</h2>
}
