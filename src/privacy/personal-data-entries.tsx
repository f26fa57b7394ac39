import type { EmailAddress } from '#email-address.ts'
import type { Language, Words } from '#language.ts'
import { longTime } from '#long-time.ts'
import { personalDataTexts } from '#personal-data-texts.ts'
import { storedReasons, type StoredReason } from '#stored-reasons.ts'
import { contactFields, type ContactTexts, type ContactValues } from '#submission-fields.ts'
import type { PersonalData } from './collect-personal-data.ts'
import styles from './personal-data.module.css'

type Props = PersonalData['records'][number] & {
  language: Language
  /** Of kinds of mail, by their name. */
  mailTitles: Record<string, string>
}

/** The rows of one table. */
export function Entries({ language, mailTitles, table, entries, total }: Props) {
  const { columns } = personalDataTexts[table]!
  return (
    <>
      <ul className={styles.entries}>
        {entries.map((entry, index) => (
          <li key={index}>
            <dl>
              {Object.entries(entry).map(([column, value]) => {
                const text =
                  value === null ? '' : readable(language, mailTitles, column, String(value))
                return text === '' ? null : (
                  <div key={column}>
                    <dt>{columns[column]![language]}</dt>
                    <dd>{text}</dd>
                  </div>
                )
              })}
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

export function languageName(language: Language, named: Language): string {
  return words[language].values.language[named]
}

const maxTextLength = 1000

function readable(
  language: Language,
  mailTitles: Record<string, string>,
  column: string,
  value: string,
): string {
  if (column === 'kind' && mailTitles[value] !== undefined) return mailTitles[value]
  if (column.endsWith('_at')) return longTime(language, new Date(value))
  if (column === 'payload') return fieldsOf(language, value)
  const { inFull, technical, values } = words[language]
  const known: Record<string, string> | undefined = values[column as keyof typeof values]
  if (known) return known[value] ?? technical(value)
  if (value.length <= maxTextLength) return value
  // Not half a surrogate pair.
  const start = value.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, '')
  return `${start}… (${inFull})`
}

/** A form that waits to be processed. The download has all that is stored with it. */
function fieldsOf(language: Language, payload: string): string {
  const { email, texts } = JSON.parse(payload) as { email?: EmailAddress; texts?: ContactTexts }
  const given: Partial<ContactValues> = { ...texts, email: email?.email ?? '' }
  const filledIn = contactFields.filter(({ name }) => given[name])
  return filledIn.map((field) => `${field.words[language].label}: ${given[field.name]}`).join('; ')
}

/** Notes that the site itself stores about a mail or a suppression. Others come from a mail server or its connection. */
const notes = {
  en: {
    [storedReasons.noMoreEmail]: 'You asked for no more email',
    [storedReasons.notMe]: 'You told us that a signup wasn’t yours',
    [storedReasons.notMeAgain]: 'You told us twice that a signup wasn’t yours',
    [storedReasons.imported]:
      'Our mail provider reported a bounce or complaint, or we stopped email to this address ourselves',
    [storedReasons.unwanted]: 'No longer needed',
    [storedReasons.waitedTooLong]: 'It waited too long to be sent',
    [storedReasons.stopped]: 'We stopped sending this newsletter',
    [storedReasons.restored]: 'It may have been sent before we restored a backup',
    [storedReasons.processEnded]: 'Our server stopped while it was sending this',
  },
  it: {
    [storedReasons.noMoreEmail]: 'Hai chiesto di non ricevere più email',
    [storedReasons.notMe]: 'Hai segnalato che una richiesta di iscrizione non era tua',
    [storedReasons.notMeAgain]:
      'Hai segnalato due volte che una richiesta di iscrizione non era tua',
    [storedReasons.imported]:
      'Il nostro fornitore di posta ha comunicato un mancato recapito o una segnalazione di spam, oppure abbiamo sospeso noi le email a questo indirizzo',
    [storedReasons.unwanted]: 'Non serviva più',
    [storedReasons.waitedTooLong]: 'È rimasta in coda troppo a lungo',
    [storedReasons.stopped]: 'Abbiamo interrotto l’invio di questa newsletter',
    [storedReasons.restored]: 'Forse era già stata inviata prima del ripristino di un backup',
    [storedReasons.processEnded]: 'Il nostro server si è fermato durante l’invio',
  },
} satisfies Record<Language, Record<StoredReason, string>>

const saidByCause = {
  [storedReasons.noMoreEmail]: '',
  [storedReasons.notMe]: '',
  [storedReasons.imported]: '',
}

const words = {
  en: {
    newest: (count: number) => `Showing the newest ${count}. Download your data to see all.`,
    inFull: 'in full in the download',
    technical: (value: string) => `Technical message: “${value}”`,
    /** By column. Columns that are not here are shown as they are stored. */
    values: {
      language: { en: 'English', it: 'Italian' },
      kind: {
        newsletter: 'Newsletter signup',
        message: 'Message',
        'my-data': 'Request for your data',
      },
      status: {
        pending: 'waiting for your confirmation',
        confirmed: 'confirmed',
        unsubscribed: 'ended',
        queued: 'waiting to be sent',
        sending: 'being sent',
        sent: 'sent',
        failed: 'could not be delivered',
        in_doubt: 'uncertain',
        skipped: 'not sent',
      },
      cause: {
        bounce: 'A mail server refused our email',
        owner: notes.en[storedReasons.imported],
        person: '“No more email” is on',
        'not-me': 'You told us that a signup wasn’t yours',
      },
      last_error: notes.en,
      reason: { ...notes.en, ...saidByCause },
    },
  },
  it: {
    newest: (count: number) =>
      `Qui vedi solo le ${count} voci più recenti. Scarica i dati per averle tutte.`,
    inFull: 'per intero nel file da scaricare',
    technical: (value: string) => `Messaggio tecnico: «${value}»`,
    values: {
      language: { en: 'inglese', it: 'italiano' },
      kind: {
        newsletter: 'Iscrizione alla newsletter',
        message: 'Messaggio',
        'my-data': 'Richiesta di accesso ai tuoi dati',
      },
      status: {
        pending: 'in attesa di conferma',
        confirmed: 'confermata',
        unsubscribed: 'terminata',
        queued: 'in coda',
        sending: 'in corso di invio',
        sent: 'inviata',
        failed: 'invio non riuscito',
        in_doubt: 'esito incerto',
        skipped: 'non inviata',
      },
      cause: {
        bounce: 'Un server di posta ha rifiutato la nostra email',
        owner: notes.it[storedReasons.imported],
        person: '«Niente più email» è attivo',
        'not-me': 'Hai segnalato che una richiesta di iscrizione non era tua',
      },
      last_error: notes.it,
      reason: { ...notes.it, ...saidByCause },
    },
  },
} satisfies Words
