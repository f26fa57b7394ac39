import type { Language, Words } from '#language.ts'
import { longTime } from '#long-time.ts'
import { personalData } from '#personal-data.ts'
import type { PersonalData } from './collect-personal-data.ts'
import styles from './personal-data.module.css'

type Props = PersonalData['records'][number] & { language: Language }

/** The rows of one table. */
export function Entries({ language, table, entries, total }: Props) {
  const { columns } = personalData[table]!
  return (
    <>
      <ul className={styles.entries}>
        {entries.map((entry, index) => (
          <li key={index}>
            <dl>
              {Object.entries(entry).map(([column, value]) =>
                value === null || value === '' ? null : (
                  <div key={column}>
                    <dt>{columns[column]![language]}</dt>
                    <dd>{readable(language, column, String(value))}</dd>
                  </div>
                ),
              )}
            </dl>
          </li>
        ))}
      </ul>
      {total > entries.length && (
        <p className={styles.soft}>{words[language].newest(entries.length)}</p>
      )}
    </>
  )
}

const maxTextLength = 1000

function readable(language: Language, column: string, value: string): string {
  if (column.endsWith('_at')) return longTime(language, new Date(value))
  const { inFull, values } = words[language]
  const known: Record<string, string> | undefined = values[column as keyof typeof values]
  if (known) return known[value] ?? value
  if (value.length <= maxTextLength) return value
  // Not half a surrogate pair.
  const start = value.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, '')
  return `${start}… (${inFull})`
}

const words = {
  en: {
    newest: (count: number) => `Showing the newest ${count}. Download your data to see all.`,
    inFull: 'in full in the download',
    /** By column. Other values are shown as they are stored. */
    values: {
      language: { en: 'English', it: 'Italian' },
      kind: {
        'confirm-signup': 'Confirmation of a signup',
        'message-notice': 'Copy of your message, sent to us',
        'message-receipt': 'Receipt of your message',
        'my-data-link': 'Link to this page',
        letter: 'Newsletter',
        welcome: 'Welcome to the newsletter',
      },
      status: {},
      cause: {
        bounce: 'A mail server refused our email',
        owner: 'Our mail provider reported a bounce or complaint',
        person: 'You asked for no more email',
        'not-me': "You told us that a signup wasn't yours",
      },
    },
  },
  it: {
    newest: (count: number) =>
      `Qui ci sono i ${count} più recenti; il file da scaricare li contiene tutti.`,
    inFull: 'per intero nel file da scaricare',
    values: {
      language: { en: 'inglese', it: 'italiano' },
      kind: {
        'confirm-signup': 'Conferma dell’iscrizione',
        'message-notice': 'Copia del messaggio, inviata a noi',
        'message-receipt': 'Ricevuta del messaggio',
        'my-data-link': 'Link a questa pagina',
        letter: 'Newsletter',
        welcome: 'Email di benvenuto',
        newsletter: 'Iscrizione alla newsletter',
        message: 'Messaggio',
        'my-data': 'Richiesta dei propri dati',
      },
      status: {
        pending: 'in attesa di conferma',
        confirmed: 'confermata',
        unsubscribed: 'cessata',
        queued: 'in coda',
        sending: 'in corso di invio',
        sent: 'inviata',
        failed: 'invio non riuscito',
        in_doubt: 'esito incerto',
        skipped: 'non inviata',
      },
      cause: {
        bounce: 'Un server di posta ha rifiutato la nostra email',
        owner: 'Il nostro fornitore di posta ha segnalato un mancato recapito o un reclamo',
        person: 'È stato chiesto di non ricevere più email',
        'not-me': 'È stato segnalato che la richiesta di iscrizione era di altri',
      },
    },
  },
} satisfies Words
