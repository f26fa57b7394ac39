import type { ReactNode } from 'react'
import { site } from '#content/content.ts'
import { periodWords } from '#content/periods.ts'
import { siteLanguage } from '#content/site-language.ts'
import type { Language, Words } from '#language.ts'
import { maxBackupAge } from '#personal-data.ts'
import { localPath, routes } from '#routes.ts'
import type { Page } from '#site/page.ts'
import { noticePage } from '#site/parts/notice.tsx'
import { ButtonLink, PostForm } from '#site/parts/post-form.tsx'
import type { PersonalData } from './collect-personal-data.ts'
import { Entries, languageName } from './personal-data-entries.tsx'
import styles from './personal-data.module.css'

/** Everything held about one address, with the purposes, periods and recipients that GDPR article 15 requires. */
export function personalDataPage(
  language: Language,
  held: PersonalData,
  path: string,
  mailTitles: Record<string, string>,
): Page {
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
          <Part key={record.table} id={record.table} title={record.title}>
            <Entries language={language} mailTitles={mailTitles} {...record} />
            {record.table === 'subscribers' && (
              <LanguageSwitch language={language} record={record} path={path} />
            )}
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
              <Entries language={language} mailTitles={mailTitles} {...record} />
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
    if (total > entries.length) return `${moreThan} ${entries.length}\u00a0${many}`
    return total === 0 ? [] : `${total}\u00a0${total === 1 ? one : many}`
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

const noteId = 'no-more-email-note'

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
          describedBy={noteId}
        />
        <ButtonLink href={`${path}/erase`} tone="caution">
          {erase}
        </ButtonLink>
      </div>
      <p className={styles.soft} id={noteId}>
        {isOn ? isOnNote : isOffNote}
      </p>
    </section>
  )
}

/** For subscribers: a button for each other language of the site. */
function LanguageSwitch({ language, record, path }: LanguageSwitchProps) {
  const [subscriber] = record.entries
  if (subscriber?.['status'] !== 'confirmed') return null
  const current = siteLanguage(subscriber['language'] as Language)
  return site.languages
    .filter((other) => other !== current)
    .map((other) => (
      <PostForm
        key={other}
        label={words[language].switchTo(languageName(language, other))}
        action={`${path}/language-${other}`}
        tone="quiet"
      />
    ))
}

interface LanguageSwitchProps {
  language: Language
  record: PersonalData['records'][number]
  path: string
}

function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.held} aria-label={title}>
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
    switchTo: (name: string) => `Send me the newsletter in ${name}`,
    why: 'Why we hold it, and for how long',
    aim: 'Why we hold it',
    basis: 'Legal basis',
    technicalRecords: 'Technical records',
    access: 'Who has access',
    all: (
      <>
        This is everything this website holds about this address. Your other addresses, and variants
        of this one, have pages of their own. This data was entered in a form on this site, added by
        the site, reported by our mail provider, or recorded by us, for example when you wrote to
        us. If you used the contact form, a copy of your message is normally in our mailbox. What
        you sent us in other ways, such as a reply to a newsletter, is not shown here: write to us
        about it. Backups are kept for {periodWords('en', maxBackupAge)}. All your rights, and where
        to complain, are in our <a href={routes.privacy}>Privacy Policy</a>.
      </>
    ),
    actions: 'What you can do',
    download: 'Download my data (JSON)',
    allowEmail: 'Allow email again',
    noMoreEmail: 'No more email',
    erase: 'Erase my data',
    isOnNote:
      '“No more email” is on. The only email this website sends you is a link to this page, when someone asks for one.',
    isOffNote:
      '“No more email” ends any newsletter subscription. After that, the only email this website sends you is a link to this page, when someone asks for one. This lasts until you press “Allow email again” or erase your data.',
  },
  it: {
    title: 'I tuoi dati',
    nouns: {
      subscribers: ['iscrizione', 'iscrizioni'],
      messages: ['messaggio', 'messaggi'],
      outbox: ['email', 'email'],
    },
    moreThan: 'più di',
    technicalOnly: 'solo dati tecnici',
    switchTo: (name: string) => `Inviami la newsletter in ${name}`,
    why: 'Perché conserviamo questi dati, e per quanto tempo',
    aim: 'Finalità',
    basis: 'Base giuridica',
    technicalRecords: 'Dati tecnici',
    access: 'Chi ha accesso ai dati',
    all: (
      <>
        Questo è tutto ciò che il sito conserva in relazione a questo indirizzo. Gli altri tuoi
        indirizzi, e le varianti di questo, hanno pagine proprie. I dati sono stati inseriti in un
        modulo di questo sito, aggiunti dal sito stesso, comunicati dal nostro fornitore di posta o
        registrati da noi, per esempio quando ci hai scritto. Se hai usato il modulo di contatto, di
        norma una copia del messaggio è nella nostra casella di posta. Ciò che ci hai inviato in
        altro modo, per esempio rispondendo alla newsletter, non compare qui: per questi dati
        scrivici. I backup sono conservati per {periodWords('it', maxBackupAge)}. Trovi tutti i tuoi
        diritti, e a chi presentare un reclamo, nell’
        <a href={localPath('it', routes.privacy)}>informativa sulla privacy</a>.
      </>
    ),
    actions: 'Che cosa puoi fare',
    download: 'Scarica i miei dati (JSON)',
    allowEmail: 'Riattiva le email',
    noMoreEmail: 'Niente più email',
    erase: 'Cancella i miei dati',
    isOnNote:
      '«Niente più email» è attivo. Il sito ti invia soltanto i link a questa pagina, quando qualcuno li chiede.',
    isOffNote:
      '«Niente più email» annulla anche l’eventuale iscrizione alla newsletter. Da quel momento il sito ti invia soltanto i link a questa pagina, quando qualcuno li chiede. La scelta vale finché non premi «Riattiva le email» o non cancelli i tuoi dati.',
  },
} satisfies Words
