import type { ReactNode } from 'react'
import { longTime } from '#long-time.ts'
import { personalData } from '#personal-data.ts'
import type { PersonalData } from './collect-personal-data.ts'
import styles from './personal-data.module.css'

/** Every record with what it is for and how long it is kept (GDPR, article 15). */
export function PersonalDataList({ held }: { held: PersonalData }) {
  return (
    <>
      {held.records.map(({ table, title, purpose, legalBasis, keptFor, entries, hasMore }) => (
        <Part key={table} title={title}>
          <p className={styles.soft}>
            Held {purpose} ({legalBasis}). {keptFor.join(' ')}
            {hasMore && ` These are the newest ${entries.length}; the download has all of them.`}
          </p>
          <ul className={styles.entries}>
            {entries.map((entry, index) => (
              <li key={index}>
                <dl>
                  {Object.entries(entry).map(([column, value]) =>
                    value === null ? null : (
                      <div key={column}>
                        <dt>{personalData[table]!.columns[column]}</dt>
                        <dd>{readable(column, String(value))}</dd>
                      </div>
                    ),
                  )}
                </dl>
              </li>
            ))}
          </ul>
        </Part>
      ))}
      <Part title="Who else sees it">
        <ul>
          {held.recipients.map((recipient) => (
            <li key={recipient}>{recipient}</li>
          ))}
        </ul>
      </Part>
    </>
  )
}

export function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.held} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const longest = 1000

const mailNames: Record<string, string> = {
  'confirm-signup': 'Confirmation of a signup',
  'message-notice': 'Notice of a message, to us',
  'message-receipt': 'Receipt of a message',
  'my-data-link': 'Link to this page',
  'mailbox-task': 'Request to correct our mailbox, to us',
}

function readable(column: string, value: string): string {
  if (column.endsWith('_at')) return longTime(new Date(value))
  if (column === 'kind') return mailNames[value] ?? value
  // A policy of its time is long. A message is shown whole.
  if (column !== 'text' || value.length <= longest) return value
  return `${value.slice(0, longest)}… (whole in the download)`
}
