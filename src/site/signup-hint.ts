import { site } from '#content/content.ts'
import type { Language, Words } from '#language.ts'

const { brand } = site

const words = {
  en: {
    subject: `Finish signing up for the ${brand} newsletter`,
    button: 'Yes, sign me up',
    nextStep: 'Check your inbox. To finish, follow the link and press the button.',
    lookFor: (subject: string) =>
      `Look for “${subject}” from ${brand}. Not\u00a0there? Check your spam folder.`,
  },
  it: {
    subject: `Conferma l’iscrizione alla newsletter di ${brand}`,
    button: 'Sì, iscrivimi',
    nextStep: 'Controlla la posta. Per confermare, apri il link e premi il pulsante.',
    lookFor: (subject: string) =>
      `Cerca l’email di ${brand} con oggetto «${subject}». Non\u00a0la\u00a0trovi? Guarda nella cartella spam.`,
  },
} satisfies Words

/** After a signup: what to do, and how to recognise the mail. */
export function signupHint(language: Language) {
  const { nextStep, lookFor, subject } = words[language]
  return { nextStep, lookFor: lookFor(subject) }
}

/** The subject of the mail with the confirmation link. */
export function confirmationSubject(language: Language): string {
  return words[language].subject
}

/** On the page that this link opens. */
export function confirmationButton(language: Language): string {
  return words[language].button
}
