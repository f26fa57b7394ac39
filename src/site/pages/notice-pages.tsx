import { routes } from '#routes.ts'
import { Island } from '../parts/island.tsx'
import { MissingRow } from '../parts/missing-row.tsx'
import { noticePage } from '../parts/notice.tsx'

// Responses to forms sent without JavaScript, with the texts of the scripted forms.

export const newsletterThanksPage = noticePage({
  path: routes.newsletterThanks,
  title: 'Thank You!',
  body: <p>One more step: check your inbox and follow the link in our email.</p>,
})

export const newsletterInvalidPage = noticePage({
  path: routes.newsletterInvalid,
  // A screen reader announces the title first.
  title: 'Please enter a valid email address',
  heading: 'Join Our Newsletter',
  island: 'newsletter',
  body: (context) => <Island name="newsletter" context={context} startsInvalid />,
  next: null,
})

export const contactThanksPage = noticePage({
  path: routes.contactThanks,
  title: 'Message sent',
  body: <p>Thank you for reaching out! We'll get back to you shortly.</p>,
})

export const notSentPage = noticePage({
  path: routes.notSent,
  title: 'Not sent',
  heading: "Sorry, that didn't work",
  body: <p>Nothing was sent. Please go back and try again in a moment.</p>,
})

export const notFoundPage = noticePage({
  path: routes.notFound,
  title: 'Page not found',
  body: <p>It may have moved, or the address may have a typo.</p>,
  drawing: <MissingRow />,
})
