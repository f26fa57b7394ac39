import { oncePerLanguage, type Language, type Words } from '#language.ts'
import type { Launched } from '#content/launch.ts'
import { pitchTexts } from '#content/pitch-texts.ts'
import { routes } from '#routes.ts'
import { signupHint } from '../signup-hint.ts'
import { NewsletterIsland } from '../parts/island.tsx'
import { MissingRow } from '../parts/missing-row.tsx'
import { noticePage } from '../parts/notice.tsx'

// Responses to forms sent without JavaScript, with the texts of the scripted forms.

const words = {
  en: {
    newsletterThanks: {
      title: 'Thank You!',
    },
    newsletterInvalid: {
      title: 'Please enter a valid email address',
    },
    contactThanks: {
      title: 'Message sent',
      body: <p>Thank you for reaching out! We'll get back to you shortly.</p>,
    },
    notSent: {
      title: 'Not sent',
      heading: 'Sorry, that didn’t work',
      body: <p>Nothing was sent or changed. Please go back and try again in a moment.</p>,
    },
    notFound: {
      title: 'Page not found',
      body: <p>It may have moved, or the address may have a typo.</p>,
    },
  },
  it: {
    newsletterThanks: {
      title: 'Grazie!',
    },
    newsletterInvalid: {
      title: 'Inserisci un indirizzo email valido',
    },
    contactThanks: {
      title: 'Messaggio inviato',
      body: <p>Grazie per averci scritto! Avrai presto una nostra risposta.</p>,
    },
    notSent: {
      title: 'Invio non riuscito',
      heading: 'L’invio non è riuscito',
      body: <p>Non è stato inviato né cambiato nulla. Torna indietro e riprova tra poco.</p>,
    },
    notFound: {
      title: 'Pagina non\u00a0trovata',
      body: <p>Forse è stata spostata, oppure l’indirizzo è errato.</p>,
    },
  },
} satisfies Words

export const newsletterThanksPage = (language: Language) =>
  noticePage(language, {
    route: routes.newsletterThanks,
    ...words[language].newsletterThanks,
    box: 'empty',
    body: (
      <>
        <p>{signupHint(language).nextStep}</p>
        <p>{signupHint(language).lookFor}</p>
      </>
    ),
  })

/** A screen reader announces the title first, so that is the error. */
export const newsletterInvalidPage = (language: Language, launched: Launched) =>
  noticePage(language, {
    route: routes.newsletterInvalid,
    ...words[language].newsletterInvalid,
    heading: pitchTexts(language, launched).newsletter.title,
    island: 'newsletter',
    body: (context) => (
      <NewsletterIsland language={language} launched={launched} context={context} startsInvalid />
    ),
    next: null,
  })

export const contactThanksPage = (language: Language) =>
  noticePage(language, { route: routes.contactThanks, ...words[language].contactThanks })

export const notSentPage = oncePerLanguage((language) =>
  noticePage(language, { route: routes.notSent, ...words[language].notSent }),
)

export const notFoundPage = (language: Language) =>
  noticePage(language, {
    route: routes.notFound,
    ...words[language].notFound,
    drawing: <MissingRow />,
  })
