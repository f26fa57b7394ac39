import type { Language, Words } from '#language.ts'
import { routes } from '#routes.ts'
import type { Page } from '../page.ts'
import { Ledger, LedgerRow } from '../parts/ledger.tsx'
import type { Measured } from './measure-home.ts'
import { questionnaire } from './questionnaire-entries.ts'
import styles from './questionnaire-page.module.css'

const words = {
  en: {
    title: 'This site’s own questionnaire',
    description:
      'How this website answers its own questionnaire: energy, accessibility and privacy, each answer with its source.',
    lead: 'These are the questions that a careful customer would send us about this website. The site answers them itself, each with its source. Where it can’t, it tells you who to ask.',
    json: 'These answers as JSON',
  },
  it: {
    title: 'Il questionario di questo sito',
    description:
      'Come questo sito risponde al proprio questionario: energia, accessibilità e privacy, ogni risposta con la sua fonte.',
    lead: 'Sono le domande che un cliente attento farebbe a proposito di questo sito. Risponde il sito stesso, citando la fonte. Se non può, ti dice a chi chiedere.',
    json: 'Le stesse risposte in JSON',
  },
} satisfies Words

export const questionnairePage = (language: Language): Page => ({
  language,
  route: routes.questionnaire,
  title: words[language].title,
  description: words[language].description,
  render: ({ measured }) => <Questionnaire language={language} measured={measured?.[language]} />,
})

function Questionnaire(props: { language: Language; measured: Measured | undefined }) {
  const { language, measured } = props
  const { title, lead, json } = words[language]
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p>{lead}</p>
        <p>
          <a href={routes.questionnaireJson}>{json}</a>
        </p>
      </header>
      {questionnaire(language, measured).map(({ name, title: groupTitle, entries }) => (
        <Ledger key={name} id={name} title={groupTitle}>
          {entries.map((entry) => (
            <LedgerRow key={entry.question} language={language} {...entry} />
          ))}
        </Ledger>
      ))}
    </div>
  )
}
