import type { ReactNode } from 'react'
import type { Language, Words } from '#language.ts'
import type { Entry } from '../questionnaire/entry.ts'
import styles from './ledger.module.css'

const words = {
  en: { answered: 'Answered:', missing: 'Missing:', yours: 'Still blank:' },
  it: { answered: 'Con risposta:', missing: 'Senza risposta:', yours: 'Ancora in bianco:' },
} satisfies Words

interface LedgerRowProps extends Omit<Entry, 'isMissing'> {
  language: Language
  isMissing?: boolean
}

/** A question, its answer, and the source of the answer or whom to ask. */
export function LedgerRow(props: LedgerRowProps) {
  const { language, question, answer, details = [], source, isMissing = false } = props
  return (
    <BareRow
      language={language}
      state={isMissing ? 'missing' : 'answered'}
      question={question}
      answer={answer}
    >
      {details.length === 1 && <p className={styles.details}>{details[0]}</p>}
      {details.length > 1 && (
        <ul className={styles.details}>
          {details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p className={styles.source}>
        <svg viewBox="0 0 16 18" aria-hidden="true">
          <path d={isMissing ? person : sheet} />
        </svg>
        {source.url === undefined ? source.text : <a href={source.url}>{source.text}</a>}
      </p>
    </BareRow>
  )
}

/** A ledger with a title of its own. */
export function Ledger(props: { id: string; title: string; children: ReactNode }) {
  const { id, title, children } = props
  return (
    <section className={styles.example} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.rows}>{children}</ul>
    </section>
  )
}

interface BareRowProps {
  language: Language
  /** Shown by the box, and read aloud instead of it. */
  state: 'answered' | 'missing' | 'yours'
  question: string
  answer: ReactNode
  children?: ReactNode
}

export function BareRow({ language, state, question, answer, children }: BareRowProps) {
  return (
    <li className={styles[state]}>
      <p className={styles.question}>
        <span className="visually-hidden">{words[language][state]} </span>
        {question}
      </p>
      <p className={styles.answer}>{answer}</p>
      {children}
    </li>
  )
}

const sheet = 'M3 1.5h6.5L13 5v11.5H3zM9.5 1.5V5H13M5.5 9h5M5.5 12.5h5'
const person = 'M8 8.5a3.25 3.25 0 1 0 0-6.5a3.25 3.25 0 0 0 0 6.5M2 16.5c0-3.5 2.5-5 6-5s6 1.5 6 5'
