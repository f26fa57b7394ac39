import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Launched } from '#content/launch.ts'
import type { Language, Words } from '#language.ts'
import { routes } from '#routes.ts'
import { legalContent, legalDates, type LegalName } from '../legal-texts.tsx'
import { legalValues } from '../legal-values.ts'
import type { Page } from '../page.ts'
import styles from './legal-pages.module.css'

const words = {
  en: {
    terms: 'Terms & Conditions',
    aboutTerms: 'The terms for using this website: no account, no payment, Italian law.',
    privacy: 'Privacy Policy',
    aboutPrivacy:
      'What this website keeps about you, why, for how long, and how to see, correct or erase it. No cookies.',
    contents: 'Contents',
  },
  it: {
    terms: 'Termini e\u00a0condizioni',
    aboutTerms:
      'Le condizioni d’uso di questo sito: nessun account, nessun pagamento, legge italiana.',
    privacy: 'Informativa sulla privacy',
    aboutPrivacy:
      'Quali dati conserva questo sito, perché, per quanto tempo, e come consultarli, correggerli o cancellarli. Nessun cookie.',
    contents: 'Indice',
  },
} satisfies Words

export const termsPage = (language: Language): Page => ({
  language,
  route: routes.terms,
  title: words[language].terms,
  description: words[language].aboutTerms,
  render: ({ launched }) => <LegalText language={language} name="terms" launched={launched} />,
})

export const privacyPage = (language: Language): Page => ({
  language,
  route: routes.privacy,
  title: words[language].privacy,
  description: words[language].aboutPrivacy,
  render: ({ launched }) => <LegalText language={language} name="privacy" launched={launched} />,
})

/** A legal text from content/ with a table of contents. */
function LegalText({
  language,
  name,
  launched,
}: {
  language: Language
  name: LegalName
  launched: Launched
}) {
  const { html, sections } = renderLegalText(language, name, launched)
  return (
    <article className={styles.page} aria-labelledby="legal-title">
      <header className={styles.head}>
        <h1 id="legal-title">{words[language][name]}</h1>
        {legalDates(language, name, launched).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </header>
      <nav className={styles.contents} aria-labelledby="contents-title">
        <h2 id="contents-title">{words[language].contents}</h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>
                <span>{title}</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  )
}

/** With the sections in its order. */
export function renderLegalText(language: Language, name: LegalName, launched: Launched) {
  const sections: { id: string; title: string }[] = []
  const SectionTitle = ({ children }: { children?: ReactNode }) => {
    if (typeof children !== 'string') throw new Error('A section title must be plain text')
    const plain = children.normalize('NFD').replace(/\p{M}/gu, '')
    const id = plain.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    sections.push({ id, title: children })
    return <h2 id={id}>{children}</h2>
  }
  const Text = legalContent[language][name]
  const html = renderToStaticMarkup(
    <Text {...legalValues} launched={launched} components={{ h2: SectionTitle }} />,
  )
  return { html, sections }
}

export function legalTitle(language: Language, name: LegalName): string {
  return words[language][name]
}
