import { routes } from '#routes.ts'
import { Island } from '../parts/island.tsx'
import type { Page } from '../page.ts'
import { BackHome, Notice } from '../parts/notice.tsx'

// Where a form sent without JavaScript lands: each says what the scripted form would have said.

export const newsletterThanksPage: Page = {
  path: routes.newsletterThanks,
  title: 'Thank You!',
  description: 'Your signup has arrived.',
  unlisted: true,
  render: () => (
    <Notice title="Thank You!">
      <p>
        Now please look into your inbox: we first ask you to confirm by e-mail, and the newsletter
        begins once you have.
      </p>
      <BackHome />
    </Notice>
  ),
}

export const newsletterInvalidPage: Page = {
  path: routes.newsletterInvalid,
  // The title is the first thing that a screen reader says of a page.
  title: 'Please enter a valid email address',
  description: 'The e-mail address needs a correction.',
  unlisted: true,
  island: 'newsletter',
  render: (context) => (
    <Notice title="Join Our Newsletter">
      <Island name="newsletter" context={context} startsInvalid />
    </Notice>
  ),
}

export const contactThanksPage: Page = {
  path: routes.contactThanks,
  title: 'Message sent',
  description: 'Your message has arrived.',
  unlisted: true,
  render: () => (
    <Notice title="Message sent">
      <p>Thank you for reaching out! We'll get back to you shortly.</p>
      <BackHome />
    </Notice>
  ),
}

export const notSentPage: Page = {
  path: routes.notSent,
  title: 'Not sent',
  description: 'The form could not be sent.',
  unlisted: true,
  render: () => (
    <Notice title="That did not work.">
      <p>Nothing was sent. Please go back and try again in a moment.</p>
      <BackHome />
    </Notice>
  ),
}
