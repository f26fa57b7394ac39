import type { ReactNode } from 'react'
import { longTime } from '#long-time.ts'
import type { PersonalData } from './personal-data.ts'
import styles from './personal-data.module.css'

export function PersonalDataList({ held }: { held: PersonalData }) {
  const { signup, consents, messages, mails, quarantine, refusedByMailServer } = held
  const { mailCounts, linksAskedForAt } = held
  return (
    <>
      {signup && (
        <Kind title="Newsletter">
          <Entry
            values={{
              Address: signup.email,
              Status: signup.status,
              'Asked for': time(signup.askedAt),
              Confirmed: time(signup.confirmedAt),
              Unsubscribed: time(signup.unsubscribedAt),
            }}
          />
        </Kind>
      )}
      <List title="Proof of consent">
        {consents.map((consent) => ({
          'Asked for': time(consent.askedAt),
          Confirmed: time(consent.confirmedAt),
          Withdrawn: time(consent.withdrawnAt),
          'What you read': consent.consentLine,
          'Privacy Policy of that time': 'in the download',
        }))}
      </List>
      <List title="Messages">
        {messages.map((message) => ({
          Received: time(message.receivedAt),
          Name: message.name,
          Address: message.email,
          Message: message.message,
        }))}
      </List>
      <List title="E-mails">
        {mails.map((mail) => ({
          Mail: mail.letter ? `Letter “${mail.letter}”` : (mailNames[mail.kind] ?? mail.kind),
          Written: time(mail.createdAt),
          Sent: time(mail.sentAt),
          Status: mail.status,
        }))}
      </List>
      <List title="Set aside as automated">
        {quarantine.map((entry) => ({
          Received: time(entry.receivedAt),
          Name: entry.name,
          Address: entry.email,
          Message: entry.message,
        }))}
      </List>
      <List title="Mails counted today">
        {mailCounts.map((count) => ({
          Mail: mailNames[count.kind] ?? count.kind,
          Counted: time(count.countedAt),
        }))}
      </List>
      <List title="Links to this page">
        {linksAskedForAt.map((askedAt) => ({ 'Asked for': time(askedAt) }))}
      </List>
      {refusedByMailServer && (
        <Kind title="Mail refused">
          <Entry
            values={{
              Since: time(refusedByMailServer.since),
              'What your mail server said': refusedByMailServer.reason,
            }}
          />
        </Kind>
      )}
    </>
  )
}

const mailNames: Record<string, string> = {
  'confirm-signup': 'Confirmation of a signup',
  'message-notice': 'Notice of a message, to us',
  'message-receipt': 'Receipt of a message',
  'my-data-link': 'Link to this page',
}

type Values = Record<string, string | null>

function List({ title, children }: { title: string; children: Values[] }) {
  if (children.length === 0) return null
  return (
    <Kind title={title}>
      <ul className={styles.entries}>
        {children.map((values, index) => (
          <li key={index}>
            <Entry values={values} />
          </li>
        ))}
      </ul>
    </Kind>
  )
}

function Kind({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.held} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Entry({ values }: { values: Values }) {
  return (
    <dl>
      {Object.entries(values).map(([label, value]) =>
        value === null ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

export function time(instant: string | null): string | null {
  return instant === null ? null : longTime(new Date(instant))
}
