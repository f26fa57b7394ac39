import { expect, type Page } from '@playwright/test'
import { failureNotice, ofContent } from './content.ts'

/** All that a visitor can have before their eyes: each page, and each state of its forms and menu. */
export interface View {
  name: string
  path: string
  /** Below this width alone. */
  under?: number
  /** The way from the opened page to the state. */
  reach?: (page: Page) => Promise<void>
}

export const views: View[] = [
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
  { name: 'answer: subscribed', path: '/newsletter/thanks' },
  { name: 'answer: address invalid', path: '/newsletter/invalid' },
  { name: 'answer: message sent', path: '/contact/thanks' },
  { name: 'answer: not sent', path: '/not-sent' },
  { name: 'my data', path: '/my-data' },
  { name: 'link over', path: '/confirm/no-such-token' },
  ...failureNotice.flatMap((notice): View[] => [
    { name: 'home, failed', path: '/', reach: (page) => submitUntil(page, notice) },
    { name: 'contact, failed', path: '/contact', reach: (page) => submitUntil(page, notice) },
  ]),
]

// Every page has the owner's words in its header and footer; these views have more of them.
const owned = /^(?:home|home, menu open|about|contact|privacy|.*, failed)$/

export function tagOf(view: View): string[] {
  return owned.test(view.name) ? [ofContent] : []
}

/** Opens a page and goes on to the state, which stays for as long as one looks. */
export async function openView(page: Page, view: View) {
  await page.addInitScript(holdThanks)
  await page.goto(view.path)
  await page.evaluate(() => document.fonts.ready)
  await view.reach?.(page)
}

/** The thanks would be gone after 3 s. */
function holdThanks() {
  const after = window.setTimeout.bind(window)
  const forever = 2 ** 31 - 1
  const held = (todo: () => void, ms?: number) => after(todo, ms === 3000 ? forever : ms)
  window.setTimeout = held as typeof window.setTimeout
}

export function submitButton(page: Page) {
  return page.locator('form button[type=submit]')
}

/** Keeps every submission from being answered, until the function that it gives back is called. */
export async function holdSubmissions(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/contact', async (route) => {
    if (route.request().method() === 'POST') await promise
    await route.fallback()
  })
  return resolve
}

/** The page says what it said before, and the notice where the owner wants one. */
export async function expectFailureToldAsChosen(page: Page, before: string) {
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
  await page.getByPlaceholder('Enter your email').fill('ada')
  await submitButton(page).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
}

/** Sends the form of the page, and waits for what it then says. */
async function submitUntil(page: Page, words: string) {
  if (/^(?:Subscribing|Sending)/.test(words)) await holdSubmissions(page)
  if (failureNotice.includes(words)) await refuseSubmissions(page)
  await fillInForm(page)
  await submitButton(page).click()
  await expect(page.locator('form').getByText(words).first()).toBeVisible()
}

async function refuseSubmissions(page: Page) {
  await page.route('**/contact', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: {} })
      : route.fallback(),
  )
}

/** Whichever the page has. */
export async function fillInForm(page: Page) {
  if (page.url().endsWith('/contact')) await fillInContactForm(page)
  else await page.getByPlaceholder('Enter your email').fill('ada@example.com')
}

export async function fillInContactForm(page: Page) {
  await page.getByPlaceholder('Your Name').fill('Ada Lovelace')
  await page.getByPlaceholder('Your Email').fill('ada@example.com')
  await page.getByPlaceholder('Your Message').fill('Two lines\nof words.')
}
