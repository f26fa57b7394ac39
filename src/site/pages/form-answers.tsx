import { routes } from '#routes.ts'
import { Island } from '../parts/island.tsx'
import { noticePage } from '../parts/notice.tsx'

// Where a form sent without JavaScript lands: each says what the scripted form would have said.

export const newsletterThanksPage = noticePage({
  path: routes.newsletterThanks,
  title: 'Thank You!',
  body: (
    <p>
      Now please look into your inbox: we first ask you to confirm by e-mail, and the newsletter
      begins once you have.
    </p>
  ),
})

export const newsletterInvalidPage = noticePage({
  path: routes.newsletterInvalid,
  // The title is the first thing that a screen reader says of a page.
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
  heading: 'That did not work.',
  body: <p>Nothing was sent. Please go back and try again in a moment.</p>,
})
