import type { ReactNode } from 'react'
import { periodWords } from '#content/periods.ts'
import { longTime } from '#long-time.ts'
import { personalData } from '#personal-data.ts'
import { routes } from '#routes.ts'
import type { Page } from '#site/page.ts'
import { noticePage } from '#site/parts/notice.tsx'
import { ButtonLink, PostForm } from '#site/parts/post-form.tsx'
import type { PersonalData } from './collect-personal-data.ts'
import styles from './personal-data.module.css'

/** Everything held about one address, with the purposes, periods and recipients that GDPR article 15 requires. */
export function personalDataPage(held: PersonalData, path: string): Page {
  const { submitted = [], technical = [] } = Object.groupBy(held.records, ({ table }) =>
    ['subscribers', 'messages'].includes(table) ? 'submitted' : 'technical',
  )
  return noticePage('en', {
    title: 'Your data',
    body: (
      <>
        <p>
          {held.email}: {summaryOf(held)}
        </p>
        <Actions held={held} path={path} />
        {submitted.map((record) => (
          <Part key={record.table} title={record.title}>
            <Entries {...record} />
            <details className={styles.soft}>
              <summary>Why we hold it, and for how long</summary>
              <p>{reasonOf(record)}</p>
            </details>
          </Part>
        ))}
        <details className={styles.technical}>
          <summary>Technical records</summary>
          {technical.map((record) => (
            <Part key={record.table} title={record.title}>
              <p className={styles.soft}>{reasonOf(record)}</p>
              <Entries {...record} />
            </Part>
          ))}
          <Part title="Who has access">
            <ul>
              {held.recipients.map((recipient) => (
                <li key={recipient}>{recipient}</li>
              ))}
            </ul>
          </Part>
        </details>
        <p className={styles.soft}>
          This is everything this website holds about you. If you wrote to us, a copy is in our
          mailbox. Backups are kept for {periodWords('en', 'erasureHashDays')}. All your rights, and
          where to complain, are in our <a href={routes.privacy}>Privacy Policy</a>.
        </p>
      </>
    ),
    next: null,
  })
}

const counted = { subscribers: 'signup', messages: 'message', outbox: 'email' }

/** "1 signup, 2 messages, 6 emails" */
function summaryOf({ records }: PersonalData): string {
  const counts = Object.entries(counted).flatMap(([table, noun]) => {
    const total = records.find((record) => record.table === table)?.total ?? 0
    return total === 0 ? [] : `${total} ${noun}${total === 1 ? '' : 's'}`
  })
  return counts.join(', ') || 'technical records only'
}

function reasonOf({ purpose, legalBasis, keptFor }: PersonalData['records'][number]): string {
  return `Why we hold it: ${purpose}. Legal basis: ${legalBasis}. ${keptFor.join(' ')}`
}

function Entries({ table, entries, total }: PersonalData['records'][number]) {
  return (
    <>
      <ul className={styles.entries}>
        {entries.map((entry, index) => (
          <li key={index}>
            <dl>
              {Object.entries(entry).map(([column, value]) =>
                value === null || value === '' ? null : (
                  <div key={column}>
                    <dt>{personalData[table]!.columns[column]!.en}</dt>
                    <dd>{readable(column, String(value))}</dd>
                  </div>
                ),
              )}
            </dl>
          </li>
        ))}
      </ul>
      {total > entries.length && (
        <p className={styles.soft}>
          Showing the newest {entries.length}. Download your data to see all.
        </p>
      )}
    </>
  )
}

function Actions({ held, path }: { held: PersonalData; path: string }) {
  const suppressions = held.records.find(({ table }) => table === 'suppressions')?.entries ?? []
  const isOn = suppressions.some(({ cause }) => cause === 'person')
  return (
    <section
      id="no-more-email"
      className={`${styles.held} ${styles.wide}`}
      aria-label="What you can do"
    >
      <div className={styles.actions}>
        <ButtonLink href={`${path}/download`} tone="quiet">
          Download my data (JSON)
        </ButtonLink>
        <PostForm
          label={isOn ? 'Allow email again' : 'No more email'}
          action={`${path}/${isOn ? 'allow-email' : 'no-more-email'}`}
          tone="quiet"
        />
        <ButtonLink href={`${path}/erase`} tone="danger">
          Erase my data
        </ButtonLink>
      </div>
      <p className={styles.soft}>
        {isOn
          ? '“No more email to this address” is on. We only send links to this page, when someone asks for one.'
          : '“No more email to this address” ends your subscription. We then only send links to this page, when someone asks for one. It stays on until you switch it off here.'}
      </p>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.held} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const maxTextLength = 1000

const mailNames: Record<string, string> = {
  'confirm-signup': 'Confirmation of a signup',
  'message-notice': 'Copy of your message, sent to us',
  'message-receipt': 'Receipt of your message',
  'my-data-link': 'Link to this page',
  letter: 'Newsletter',
  welcome: 'Welcome to the newsletter',
}

const causes: Record<string, string> = {
  bounce: 'A mail server refused our email',
  owner: 'Our mail provider reported a bounce or complaint',
  person: 'You asked for no more email',
  'not-me': "You told us that a signup wasn't yours",
}

function readable(column: string, value: string): string {
  if (column.endsWith('_at')) return longTime(new Date(value))
  if (column === 'kind') return mailNames[value] ?? value
  if (column === 'cause') return causes[value] ?? value
  if (value.length <= maxTextLength) return value
  // Not half a surrogate pair.
  const start = value.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, '')
  return `${start}… (in full in the download)`
}
