import type { ReactNode } from 'react'
import { periodWords } from '#content/periods.ts'
import type { Language, Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import type { Page } from '#site/page.ts'
import { noticePage } from '#site/parts/notice.tsx'
import { ButtonLink, PostForm } from '#site/parts/post-form.tsx'
import type { PersonalData } from './collect-personal-data.ts'
import { Entries } from './personal-data-entries.tsx'
import styles from './personal-data.module.css'

/** Everything held about one address, with the purposes, periods and recipients that GDPR article 15 requires. */
export function personalDataPage(language: Language, held: PersonalData, path: string): Page {
  const { submitted = [], technical = [] } = Object.groupBy(held.records, ({ table }) =>
    ['subscribers', 'messages'].includes(table) ? 'submitted' : 'technical',
  )
  const { title, why, technicalRecords, access, all } = words[language]
  return noticePage(language, {
    title,
    body: (
      <>
        <p>
          {held.email}: {summaryOf(language, held)}
        </p>
        <Actions language={language} held={held} path={path} />
        {submitted.map((record) => (
          <Part key={record.table} title={record.title}>
            <Entries language={language} {...record} />
            <details className={styles.soft}>
              <summary>{why}</summary>
              <p>{reasonOf(language, record)}</p>
            </details>
          </Part>
        ))}
        <details className={styles.technical}>
          <summary>{technicalRecords}</summary>
          {technical.map((record) => (
            <Part key={record.table} title={record.title}>
              <p className={styles.soft}>{reasonOf(language, record)}</p>
              <Entries language={language} {...record} />
            </Part>
          ))}
          <Part title={access}>
            <ul>
              {held.recipients.map((recipient) => (
                <li key={recipient}>{recipient}</li>
              ))}
            </ul>
          </Part>
        </details>
        <p className={styles.soft}>{all}</p>
      </>
    ),
    next: null,
  })
}

/** "1 signup, 2 messages, 6 emails" */
function summaryOf(language: Language, { records }: PersonalData): string {
  const { nouns, moreThan, technicalOnly } = words[language]
  const counts = Object.entries(nouns).flatMap(([table, [one, many]]) => {
    const { entries = [], total = 0 } = records.find((record) => record.table === table) ?? {}
    if (total > entries.length) return `${moreThan} ${entries.length} ${many}`
    return total === 0 ? [] : `${total} ${total === 1 ? one : many}`
  })
  return counts.join(', ') || technicalOnly
}

function reasonOf(language: Language, record: PersonalData['records'][number]): string {
  const { purpose, legalBasis, keptFor } = record
  const { aim, basis } = words[language]
  return `${aim}: ${purpose}. ${basis}: ${legalBasis}. ${keptFor.join(' ')}`
}

interface ActionsProps {
  language: Language
  held: PersonalData
  path: string
}

function Actions({ language, held, path }: ActionsProps) {
  const suppressions = held.records.find(({ table }) => table === 'suppressions')?.entries ?? []
  const isOn = suppressions.some(({ cause }) => cause === 'person')
  const { actions, download, allowEmail, noMoreEmail, erase, isOnNote, isOffNote } = words[language]
  return (
    <section id="no-more-email" className={`${styles.held} ${styles.wide}`} aria-label={actions}>
      <div className={styles.actions}>
        <ButtonLink href={`${path}/download`} tone="quiet">
          {download}
        </ButtonLink>
        <PostForm
          label={isOn ? allowEmail : noMoreEmail}
          action={`${path}/${isOn ? 'allow-email' : 'no-more-email'}`}
          tone="quiet"
        />
        <ButtonLink href={`${path}/erase`} tone="danger">
          {erase}
        </ButtonLink>
      </div>
      <p className={styles.soft}>{isOn ? isOnNote : isOffNote}</p>
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

const words = {
  en: {
    title: 'Your data',
    nouns: {
      subscribers: ['signup', 'signups'],
      messages: ['message', 'messages'],
      outbox: ['email', 'emails'],
    },
    moreThan: 'more than',
    technicalOnly: 'technical records only',
    why: 'Why we hold it, and for how long',
    aim: 'Why we hold it',
    basis: 'Legal basis',
    technicalRecords: 'Technical records',
    access: 'Who has access',
    all: (
      <>
        This is everything this website holds about you. If you wrote to us, a copy is in our
        mailbox. Backups are kept for {periodWords('en', 'erasureHashDays')}. All your rights, and
        where to complain, are in our <a href={routes.privacy}>Privacy Policy</a>.
      </>
    ),
    actions: 'What you can do',
    download: 'Download my data (JSON)',
    allowEmail: 'Allow email again',
    noMoreEmail: 'No more email',
    erase: 'Erase my data',
    isOnNote:
      '“No more email to this address” is on. We only send links to this page, when someone asks for one.',
    isOffNote:
      '“No more email to this address” ends your subscription. We then only send links to this page, when someone asks for one. It stays on until you switch it off here.',
  },
  it: {
    title: 'I miei dati',
    nouns: {
      subscribers: ['iscrizione', 'iscrizioni'],
      messages: ['messaggio', 'messaggi'],
      outbox: ['email', 'email'],
    },
    moreThan: 'più di',
    technicalOnly: 'solo registrazioni tecniche',
    why: 'Perché li conserviamo, e per quanto tempo',
    aim: 'Finalità',
    basis: 'Base giuridica',
    technicalRecords: 'Registrazioni tecniche',
    access: 'Chi vi ha accesso',
    all: (
      <>
        Questo è tutto ciò che il sito conserva sull’indirizzo. Di eventuali messaggi c’è una copia
        nella nostra casella di posta. I backup sono conservati per{' '}
        {periodWords('it', 'erasureHashDays')}. Tutti i diritti, e a chi presentare un reclamo, sono
        nell’<a href={localPath('it', routes.privacy)}>informativa sulla privacy</a>.
      </>
    ),
    actions: 'Che cosa si può fare',
    download: 'Scarica i dati (JSON)',
    allowEmail: 'Riattiva le email',
    noMoreEmail: 'Niente più email',
    erase: 'Cancella i miei dati',
    isOnNote:
      '«Niente più email a questo indirizzo» è attivo. Inviamo soltanto i link a questa pagina, quando qualcuno li chiede.',
    isOffNote:
      '«Niente più email a questo indirizzo» annulla l’iscrizione. Da quel momento inviamo soltanto i link a questa pagina, quando qualcuno li chiede. Resta attivo finché non viene disattivato qui.',
  },
} satisfies Words
