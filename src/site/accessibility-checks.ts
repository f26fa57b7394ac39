import { site } from '#content/content.ts'
import { routes } from '#routes.ts'

// The journeys run these checks, and the questionnaire names them.

/** Tags of axe-core's rules. The last one is the newest version and the highest level. */
export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Windows that every page must fit with text of double size, in pixels. */
export const largeTextWidths = [280, 320, 390, 768, 1440]

/** A page, or a state of its form or menu. */
export interface CheckedView {
  name: string
  path: string
  /** Exists only below this width. */
  under?: number
}

export const englishViews: CheckedView[] = [
  { name: 'home', path: '/' },
  { name: 'home, menu open', path: '/', under: 768 },
  { name: 'home, address invalid', path: '/' },
  { name: 'home, subscribing', path: '/' },
  { name: 'home, subscribed', path: '/' },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/contact' },
  { name: 'contact, menu open', path: '/contact', under: 768 },
  { name: 'contact, sending', path: '/contact' },
  { name: 'contact, sent', path: '/contact' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'questionnaire', path: routes.questionnaire },
  { name: 'not found', path: '/no-such-page' },
  { name: 'plain form: subscribed', path: '/newsletter/thanks' },
  { name: 'plain form: address invalid', path: '/newsletter/invalid' },
  { name: 'plain form: message sent', path: '/contact/thanks' },
  { name: 'plain form: not sent', path: '/not-sent' },
  { name: 'my data', path: '/my-data' },
  { name: 'expired link', path: '/confirm/no-such-token' },
  ...(site.showFailureNotice
    ? [
        { name: 'home, failed', path: '/' },
        { name: 'contact, failed', path: '/contact' },
      ]
    : []),
]

/** The same components with longer words: each page, and the states that say something of their own. */
const italianViews: CheckedView[] = [
  { name: 'Italian home', path: '/it' },
  { name: 'Italian home, menu open', path: '/it', under: 768 },
  { name: 'Italian home, address invalid', path: '/it' },
  { name: 'Italian home, subscribed', path: '/it' },
  { name: 'Italian about', path: '/it/about' },
  { name: 'Italian contact', path: '/it/contact' },
  { name: 'Italian contact, sent', path: '/it/contact' },
  { name: 'Italian terms', path: '/it/terms' },
  { name: 'Italian privacy', path: '/it/privacy' },
  { name: 'Italian questionnaire', path: `/it${routes.questionnaire}` },
  { name: 'Italian not found', path: '/it/no-such-page' },
  { name: 'Italian answer: address invalid', path: '/it/newsletter/invalid' },
  { name: 'Italian my data', path: '/it/my-data' },
]

/** Every view that the journeys check for accessibility, in both colour schemes. */
export const checkedViews = [
  ...englishViews,
  ...(site.languages.includes('it') ? italianViews : []),
]
