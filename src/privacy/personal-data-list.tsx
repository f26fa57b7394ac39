import { longTime } from '#long-time.ts'
import { personalData, type Held } from '#personal-data.ts'
import type { Entry, HeldRecord, PersonalData } from './collect-personal-data.ts'
import styles from './personal-data.module.css'

/** Every record with what it is for and how long it is kept (GDPR, article 15). */
export function PersonalDataList({ held }: { held: PersonalData }) {
  return (
    <>
      {held.records.map((record) => (
        <section key={record.table} className={styles.held} aria-label={record.title}>
          <h2>{record.title}</h2>
          <p className={styles.soft}>
            Held {record.purpose} ({record.legalBasis}). {record.keptFor.join(' ')}
          </p>
          <ul className={styles.entries}>
            {record.entries.map((entry, index) => (
              <li key={index}>
                <Values record={record} entry={entry} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section className={styles.held} aria-labelledby="recipients-title">
        <h2 id="recipients-title">Who else sees it</h2>
        <ul>
          {held.recipients.map((recipient) => (
            <li key={recipient}>{recipient}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Values({ record, entry }: { record: HeldRecord; entry: Entry }) {
  const { columns: labels } = personalData[record.table] as Held
  return (
    <dl>
      {Object.entries(entry).map(([column, value]) =>
        value === null ? null : (
          <div key={column}>
            <dt>{labels[column]}</dt>
            <dd>{readable(column, String(value))}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

const longest = 1000

const mailNames: Record<string, string> = {
  'confirm-signup': 'Confirmation of a signup',
  'message-notice': 'Notice of a message, to us',
  'message-receipt': 'Receipt of a message',
  'my-data-link': 'Link to this page',
}

function readable(column: string, value: string): string {
  if (column.endsWith('_at')) return longTime(new Date(value))
  if (column === 'kind') return mailNames[value] ?? value
  // A policy of its time is long. A message is shown whole.
  if (column !== 'text' || value.length <= longest) return value
  return `${value.slice(0, longest)}… (whole in the download)`
}
