import type { ReactNode } from 'react'
import { periodWords } from '#content/periods.ts'
import { longTime } from '#long-time.ts'
import { personalData } from '#personal-data.ts'
import { routes } from '#routes.ts'
import type { Page } from '#site/page.ts'
import { NextStep, noticePage } from '#site/parts/notice.tsx'
import { PostForm } from '#site/parts/post-form.tsx'
import type { PersonalData } from './collect-personal-data.ts'
import styles from './personal-data.module.css'

/** Everything held about one address, with the purposes, periods and recipients that GDPR article 15 requires. */
export function personalDataPage(held: PersonalData, path: string): Page {
  return noticePage({
    title: 'Your data',
    body: (
      <>
        <p>
          This is everything this website holds about {held.email}. If you wrote to us, a copy is in
          our mailbox. Backups are kept for {periodWords('erasureHashDays')}. All your rights, and
          where to complain, are in our <a href={routes.privacy}>Privacy Policy</a>.
        </p>
        <NextStep href={`${path}/download`}>Download my data (JSON)</NextStep>
        {held.records.map((record) => (
          <Record key={record.table} {...record} />
        ))}
        <Part title="Who has access">
          <ul>
            {held.recipients.map((recipient) => (
              <li key={recipient}>{recipient}</li>
            ))}
          </ul>
        </Part>
        <NoMoreEmail held={held} path={path} />
        <Part title="Erase">
          <p>
            We'll permanently delete your data, end any subscription and delete your messages from
            our mailbox.
          </p>
          <NextStep href={`${path}/erase`}>Erase my data</NextStep>
        </Part>
      </>
    ),
    next: null,
  })
}

function Record(record: PersonalData['records'][number]) {
  const { table, title, purpose, legalBasis, keptFor, entries, hasMore } = record
  return (
    <Part title={title}>
      <p className={styles.soft}>
        Why we hold it: {purpose}. Legal basis: {legalBasis}. {keptFor.join(' ')}
        {hasMore && ` Showing the newest ${entries.length}. Download your data to see all.`}
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
  )
}

function NoMoreEmail({ held, path }: { held: PersonalData; path: string }) {
  const suppressions = held.records.find(({ table }) => table === 'suppressions')?.entries ?? []
  const isOn = suppressions.some(({ cause }) => cause === 'person')
  return (
    <Part id="no-more-email" title="No more email to this address">
      <p>
        {isOn
          ? 'This is on. We only send links to this page, when someone asks for one.'
          : 'Switch this on to end your subscription and get no more email from us, except links to this page that you ask for. It stays on until you switch it off here.'}
      </p>
      <PostForm
        label={isOn ? 'Allow email again' : 'No more email'}
        action={`${path}/${isOn ? 'allow-email' : 'no-more-email'}`}
      />
    </Part>
  )
}

function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.held} aria-label={title}>
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
}

const causes: Record<string, string> = {
  bounce: 'A mail server refused our email',
  owner: 'Our mail provider reported a bounce or complaint',
  person: 'You asked for no more email',
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
