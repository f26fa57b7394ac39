import { oncePerLanguage, type Language, type Words } from '#language.ts'
import { routes } from '#routes.ts'
import { Island } from '../parts/island.tsx'
import { MissingRow } from '../parts/missing-row.tsx'
import { noticePage } from '../parts/notice.tsx'

// Responses to forms sent without JavaScript, with the texts of the scripted forms.

const words = {
  en: {
    newsletterThanks: {
      title: 'Thank You!',
      body: <p>One more step: check your inbox and follow the link in our email.</p>,
    },
    newsletterInvalid: {
      title: 'Please enter a valid email address',
      heading: 'Join Our Newsletter',
    },
    contactThanks: {
      title: 'Message sent',
      body: <p>Thank you for reaching out! We'll get back to you shortly.</p>,
    },
    notSent: {
      title: 'Not sent',
      heading: "Sorry, that didn't work",
      body: <p>Nothing was sent. Please go back and try again in a moment.</p>,
    },
    notFound: {
      title: 'Page not found',
      body: <p>It may have moved, or the address may have a typo.</p>,
    },
  },
  it: {
    newsletterThanks: {
      title: 'Grazie!',
      body: <p>Manca solo un passo: aprire il link nell’email di conferma appena inviata.</p>,
    },
    newsletterInvalid: {
      title: 'Inserire un indirizzo email valido',
      heading: 'Iscriviti alla newsletter',
    },
    contactThanks: {
      title: 'Messaggio inviato',
      body: <p>Grazie per averci scritto! Risponderemo al più presto.</p>,
    },
    notSent: {
      title: 'Invio non riuscito',
      heading: 'L’invio non è riuscito',
      body: <p>Non è stato inviato nulla. Conviene tornare indietro e riprovare tra poco.</p>,
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
  })

/** A screen reader announces the title first, so that is the error. */
export const newsletterInvalidPage = (language: Language) =>
  noticePage(language, {
    route: routes.newsletterInvalid,
    ...words[language].newsletterInvalid,
    island: 'newsletter',
    body: (context) => (
      <Island name="newsletter" language={language} context={context} startsInvalid />
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
