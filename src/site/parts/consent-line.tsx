import { site } from '#content/content.ts'
import type { Language, Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import styles from './consent-line.module.css'

const { company, brand, launched } = site
const sender = `${company.name} ${company.legalForm}`

const words = {
  en: {
    signup: 'By signing up you agree to receive emails from',
    button: 'By pressing the button you agree to receive emails from',
    subject: launched ? `about ${brand}` : `about ${brand} and its launch`,
    withdraw: 'You can withdraw your consent at any time',
    confirm: "We'll email you a link to confirm, and every email has an unsubscribe link.",
    unsubscribe: 'every email has an unsubscribe link.',
    see: 'See our ',
    policy: 'Privacy Policy',
    end: '.',
  },
  it: {
    signup: 'Con l’iscrizione si acconsente a ricevere email da',
    button: 'Premendo il pulsante si acconsente a ricevere email da',
    subject: launched ? `su\u00a0${brand}` : `su\u00a0${brand} e sul suo lancio`,
    withdraw: 'Il consenso è revocabile in qualsiasi momento',
    confirm: 'Arriverà un link di conferma; ogni email ne contiene uno per annullare l’iscrizione.',
    unsubscribe: 'ogni email contiene un link per annullare l’iscrizione.',
    see: 'Dettagli nell’',
    policy: 'informativa sulla privacy',
    // A full stop behind so long a link moves when the fonts arrive.
    end: '',
  },
} satisfies Words

/** The text that a signup agrees to. Each signup stores the hash of this text: see legal-texts.tsx. */
export function ConsentLine({ language }: { language: Language }) {
  const { signup, subject, withdraw, confirm } = words[language]
  return (
    <>
      {signup} {sender} {subject}. {withdraw}. <span className={styles.line}>{confirm} </span>
      <span className={styles.line}>
        <SeePolicy language={language} />
      </span>
    </>
  )
}

/** The same beside the button that confirms, stored likewise. */
export function ConfirmationLine({ language }: { language: Language }) {
  const { button, subject, withdraw, unsubscribe } = words[language]
  return (
    <>
      {button} {sender} {subject}. {withdraw}: {unsubscribe}{' '}
      <span className={styles.line}>
        <SeePolicy language={language} />
      </span>
    </>
  )
}

/** "See our Privacy Policy." */
export function SeePolicy({ language }: { language: Language }) {
  const { see, policy, end } = words[language]
  return (
    <>
      {see}
      <a href={localPath(language, routes.privacy)}>{policy}</a>
      {end}
    </>
  )
}
