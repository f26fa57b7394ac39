import type { Launched } from '#content/launch.ts'
import type { PitchTexts } from '#content/pitch-texts.ts'
import type { Language, Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import { BareRow, LedgerRow } from './ledger.tsx'
import styles from './ledger.module.css'

const words = {
  en: {
    real: 'A real questionnaire',
    own: 'How this site answers its own',
  },
  it: {
    real: 'Un questionario vero',
    own: 'Il questionario di questo sito',
  },
} satisfies Words

interface Props {
  language: Language
  launched: Launched
  texts: PitchTexts
}

/** The ledger of the hero, filled in. Its last row is the visitor's. */
export function WorkedExample({ language, launched, texts }: Props) {
  const { title, lead, note, rows, yours } = texts.example
  const { real, own } = words[language]
  return (
    <section className={styles.example} aria-labelledby="example-title">
      <h2 id="example-title">{title}</h2>
      <p className={styles.lead}>{lead}</p>
      <p className={styles.note}>{note}</p>
      <ul className={styles.rows}>
        {rows.map(({ question, answer, source, ask }) => (
          <LedgerRow
            key={question}
            language={language}
            question={question}
            answer={answer}
            source={{ text: source ?? ask! }}
            isMissing={ask !== undefined}
          />
        ))}
        <BareRow
          language={language}
          state="answered"
          question={real}
          answer={<a href={localPath(language, routes.questionnaire)}>{own}</a>}
        />
        <BareRow
          language={language}
          state="yours"
          question={yours}
          answer={
            launched ? (
              <a href={launched.url}>{texts.openTool}</a>
            ) : (
              <a href="#newsletter">{texts.newsletter.title}</a>
            )
          }
        />
      </ul>
    </section>
  )
}
