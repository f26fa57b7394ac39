import type { Language } from '#language.ts'
import { routes } from '#routes.ts'
import { Island } from '../parts/island.tsx'
import { noticePage } from '../parts/notice.tsx'

// Responses to forms sent without JavaScript, with the texts of the scripted forms.

export const newsletterThanksPage = (language: Language) =>
  noticePage(language, {
    route: routes.newsletterThanks,
    title: 'Thank You!',
    body: <p>One more step: check your inbox and follow the link in our email.</p>,
  })

export const newsletterInvalidPage = (language: Language) =>
  noticePage(language, {
    route: routes.newsletterInvalid,
    // A screen reader announces the title first.
    title: 'Please enter a valid email address',
    heading: 'Join Our Newsletter',
    island: 'newsletter',
    body: (context) => (
      <Island name="newsletter" language={language} context={context} startsInvalid />
    ),
    next: null,
  })

export const contactThanksPage = (language: Language) =>
  noticePage(language, {
    route: routes.contactThanks,
    title: 'Message sent',
    body: <p>Thank you for reaching out! We'll get back to you shortly.</p>,
  })

export const notSentPage = (language: Language) =>
  noticePage(language, {
    route: routes.notSent,
    title: 'Not sent',
    heading: "Sorry, that didn't work",
    body: <p>Nothing was sent. Please go back and try again in a moment.</p>,
  })

export const notFoundPage = (language: Language) =>
  noticePage(language, {
    route: routes.notFound,
    title: 'Page not found',
    body: <p>It may have moved, or the address may have a typo.</p>,
  })
