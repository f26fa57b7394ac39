import { hash } from 'node:crypto'
import { site } from '#content/content.ts'
import type { Launched } from '#content/launch.ts'
import { pitchTexts } from '#content/pitch-texts.ts'
import type { Language, Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import { nameTexts, shownField, shownTexts, type ConsentKind } from '#shown-texts.ts'
import styles from './consent-texts.module.css'
import { legalText, plainText } from './legal-texts.tsx'

const { company, brand } = site
const sender = `${company.name} ${company.legalForm}`

const words = {
  en: {
    signup: `By signing up you agree to receive emails from ${sender}`,
    unsubscribe: 'You can unsubscribe at any time with the link in every newsletter.',
    button: `By pressing the button you agree to receive emails from ${sender}`,
    withdraw:
      'You can withdraw your consent at any time: every newsletter has an unsubscribe link.',
    beforeLaunch: `with news and promotions about ${brand} and its launch, and now and then a question about what you need.`,
    afterLaunch: `with news and promotions about ${brand}, and now and then a question about what you need.`,
    policy: 'Privacy Policy',
  },
  it: {
    signup: `Iscrivendoti acconsenti a ricevere da ${sender} email informative e promozionali`,
    unsubscribe: 'Puoi annullare l’iscrizione quando vuoi con il link presente in ogni newsletter.',
    button: `Premendo il pulsante acconsenti a ricevere da ${sender} email informative e promozionali`,
    withdraw:
      'Puoi revocare il consenso in qualsiasi momento: ogni newsletter ha un link per annullare l’iscrizione.',
    beforeLaunch: `su\u00a0${brand} e sul suo lancio e, ogni tanto, una domanda sulle tue esigenze.`,
    afterLaunch: `su\u00a0${brand} e, ogni tanto, una domanda sulle tue esigenze.`,
    policy: 'Informativa sulla privacy',
  },
} satisfies Words

interface Props {
  language: Language
  launched: Launched
}

/** The text that a signup agrees to. Each signup stores its hash. */
export function ConsentLine(props: Props) {
  const { signup, unsubscribe } = words[props.language]
  return <Agreement {...props} act={signup} exit={unsubscribe} />
}

/** How often mail will come: consent must know it beforehand. */
export function frequencyPromise(language: Language, launched: Launched): string {
  return pitchTexts(language, launched).newsletter.frequency
}

/** The same beside the button that confirms, stored likewise, with the promise above it. */
export function ConfirmationLine(props: Props) {
  const { button, withdraw } = words[props.language]
  return <Agreement {...props} act={button} exit={withdraw} />
}

function Agreement({ language, launched, act, exit }: Props & { act: string; exit: string }) {
  const { beforeLaunch, afterLaunch } = words[language]
  return (
    <>
      {act} {launched ? afterLaunch : beforeLaunch} {exit} <SeePolicy language={language} />
    </>
  )
}

export function SeePolicy({ language }: { language: Language }) {
  return (
    <span className={styles.line}>
      <a href={localPath(language, routes.privacy)}>{words[language].policy}</a>
    </span>
  )
}

/** The exact words by the signup form and by the button that confirms, and the privacy policy, each with its hash. */
export type ConsentTexts = ReturnType<typeof hashConsentTexts>

/** Inside a form: says which texts its page shows. */
export function ShownTexts({
  language,
  launched,
  step,
}: Props & { step: keyof typeof shownTexts }) {
  const name = nameTexts(shownTexts[step], consentTexts(language, launched))
  return <input type="hidden" name={shownField} value={name} />
}

const known = new Map<string, ConsentTexts>()

/** As a visitor reads them. */
export function consentTexts(language: Language, launched: Launched): ConsentTexts {
  const key = `${language} ${launched ? launched.url : ''}`
  return known.getOrInsertComputed(key, () => makeConsentTexts(language, launched))
}

function makeConsentTexts(language: Language, launched: Launched): ConsentTexts {
  return hashConsentTexts({
    line: plainText(<ConsentLine language={language} launched={launched} />),
    privacy: legalText(language, 'privacy', launched),
    confirmation: plainText(
      <>
        {frequencyPromise(language, launched)}{' '}
        <ConfirmationLine language={language} launched={launched} />
      </>,
    ),
  })
}

export function hashConsentTexts(texts: Record<ConsentKind, string>) {
  const { line, privacy, confirmation } = texts
  return { line: hashed(line), privacy: hashed(privacy), confirmation: hashed(confirmation) }
}

function hashed(text: string) {
  return { hash: hash('sha256', text), text }
}
