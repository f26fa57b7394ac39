import { expect, type Page } from '@playwright/test'
import { failureNotice, ifItalian, ofContent } from './content.ts'

/** A page, or a state of its form or menu. */
export interface View {
  name: string
  path: string
  /** Exists only below this width. */
  under?: number
  /** Brings the opened page into the state. */
  reach?: (page: Page) => Promise<void>
}

export const englishViews: View[] = [
  { name: 'home', path: '/' },
  { name: 'home, menu open', path: '/', under: 768, reach: openMenu },
  { name: 'home, address invalid', path: '/', reach: enterBadAddress },
  { name: 'home, subscribing', path: '/', reach: (page) => submitUntil(page, 'Subscribing...') },
  { name: 'home, subscribed', path: '/', reach: (page) => submitUntil(page, 'Thank You!') },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/contact' },
  { name: 'contact, menu open', path: '/contact', under: 768, reach: openMenu },
  { name: 'contact, sending', path: '/contact', reach: (page) => submitUntil(page, 'Sending...') },
  {
    name: 'contact, sent',
    path: '/contact',
    reach: (page) => submitUntil(page, 'Thank you for reaching out!'),
  },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'not found', path: '/no-such-page' },
  { name: 'plain form: subscribed', path: '/newsletter/thanks' },
  { name: 'plain form: address invalid', path: '/newsletter/invalid' },
  { name: 'plain form: message sent', path: '/contact/thanks' },
  { name: 'plain form: not sent', path: '/not-sent' },
  { name: 'my data', path: '/my-data' },
  { name: 'expired link', path: '/confirm/no-such-token' },
  ...failureNotice.flatMap((notice): View[] => [
    { name: 'home, failed', path: '/', reach: (page) => submitUntil(page, notice) },
    { name: 'contact, failed', path: '/contact', reach: (page) => submitUntil(page, notice) },
  ]),
]

/** The same components with longer words: each page, and the states that say something of their own. */
const italian: View[] = [
  { name: 'Italian home', path: '/it' },
  { name: 'Italian home, menu open', path: '/it', under: 768, reach: openMenu },
  { name: 'Italian home, address invalid', path: '/it', reach: enterBadAddress },
  { name: 'Italian home, subscribed', path: '/it', reach: (page) => submitUntil(page, 'Grazie!') },
  { name: 'Italian about', path: '/it/about' },
  { name: 'Italian contact', path: '/it/contact' },
  {
    name: 'Italian contact, sent',
    path: '/it/contact',
    reach: (page) => submitUntil(page, 'Grazie per averci scritto!'),
  },
  { name: 'Italian terms', path: '/it/terms' },
  { name: 'Italian privacy', path: '/it/privacy' },
  { name: 'Italian not found', path: '/it/no-such-page' },
  { name: 'Italian answer: address invalid', path: '/it/newsletter/invalid' },
  { name: 'Italian my data', path: '/it/my-data' },
]

export const views = [...englishViews, ...ifItalian(italian)]

// Every page has the owner's words in its header and footer; these views have more of them.
const owned = /^(?:home|home, menu open|about|contact|privacy|.*, failed)$/

export function tagOf(view: View): string[] {
  return owned.test(view.name) ? [ofContent] : []
}

/** Opens a page, brings it into the state and keeps it there. */
export async function openView(page: Page, view: View) {
  await page.addInitScript(keepSuccessState)
  await page.goto(view.path)
  await page.evaluate(() => document.fonts.ready)
  await view.reach?.(page)
}

/** Keeps the success state, which ends after 3 s. */
function keepSuccessState() {
  const original = window.setTimeout.bind(window)
  const forever = 2 ** 31 - 1
  const patched = (todo: () => void, ms?: number) => original(todo, ms === 3000 ? forever : ms)
  window.setTimeout = patched as typeof window.setTimeout
}

export function submitButton(page: Page) {
  return page.locator('form button[type=submit]')
}

/** Delays every response to a submission. @returns a function that releases them */
export async function holdSubmissions(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/contact', async (route) => {
    if (route.request().method() === 'POST') await promise
    await route.fallback()
  })
  return resolve
}

/** Expects unchanged texts, plus the failure notice if the owner enabled it. */
export async function expectFailureNotice(page: Page, before: string) {
  const notices = page.locator('main [role=alert]:not(:empty)')
  await expect(notices).toHaveText(failureNotice)
  for (const notice of await notices.all()) await expect(notice).toBeInViewport({ ratio: 1 })
  const words = (text: string) => text.split('\n').filter(Boolean)
  const now = await page.locator('main').innerText()
  if (failureNotice.length === 0) expect(now).toBe(before)
  else expect(words(now).filter((line) => !failureNotice.includes(line))).toEqual(words(before))
}

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).click()
}

async function enterBadAddress(page: Page) {
  await page.locator('#newsletter-email').fill('ada')
  await submitButton(page).click()
  await expect(page.locator('#newsletter-error')).not.toBeEmpty()
}

/** Sends the form and waits for these words. */
async function submitUntil(page: Page, words: string) {
  if (/^(?:Subscribing|Sending)/.test(words)) await holdSubmissions(page)
  if (failureNotice.includes(words)) await rejectSubmissions(page)
  await fillInForm(page)
  await submitButton(page).click()
  await expect(page.locator('form').getByText(words).first()).toBeVisible()
}

async function rejectSubmissions(page: Page) {
  await page.route('**/contact', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: {} })
      : route.fallback(),
  )
}

/** Fills in the contact form on /contact, otherwise the newsletter form. */
export async function fillInForm(page: Page) {
  if (page.url().endsWith('/contact')) await fillInContactForm(page)
  else await page.locator('#newsletter-email').fill('ada@example.com')
}

export async function fillInContactForm(page: Page) {
  await page.locator('#contact-name').fill('Ada Lovelace')
  await page.locator('#contact-email').fill('ada@example.com')
  await page.locator('#contact-message').fill('Two lines\nof words.')
}
