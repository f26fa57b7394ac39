import { renderToStaticMarkup } from 'react-dom/server'
import { site } from '#content/content.ts'
import type { Language } from '#language.ts'
import { routes } from '#routes.ts'
import { legalContent, legalVersion, type LegalName } from '../legal-texts.tsx'
import type { Page } from '../page.ts'
import styles from './legal-pages.module.css'

export const termsPage = (language: Language): Page => ({
  language,
  route: routes.terms,
  title: 'Terms & Conditions',
  description: 'The terms for using this website: no account, no payment, Italian law.',
  render: () => <LegalText title="Terms &amp; Conditions" name="terms" />,
})

export const privacyPage = (language: Language): Page => ({
  language,
  route: routes.privacy,
  title: 'Privacy Policy',
  description:
    'What this website keeps about you, why, for how long, and how to see, correct or erase it. No cookies.',
  render: () => <LegalText title="Privacy Policy" name="privacy" />,
})

/** A legal text from content/ with a table of contents. */
function LegalText({ title, name }: { title: string; name: LegalName }) {
  const Text = legalContent[name]
  const html = renderToStaticMarkup(<Text components={{ h2: SectionTitle }} />)
  const sections = html.matchAll(/<h2 id="([^"]+)">([^<]+)<\/h2>/g)
  return (
    <article className={styles.page} aria-labelledby="legal-title">
      <header className={styles.head}>
        <h1 id="legal-title">{title}</h1>
        <p>Effective date: {site.legal.effectiveDate}</p>
        <p>{legalVersion(name)}</p>
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
  if (typeof children !== 'string') throw new Error('A section title must be plain text')
  const id = children.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return <h2 id={id}>{children}</h2>
}
