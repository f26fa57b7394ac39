import { expect, type Page } from '@playwright/test'
import * as checks from '#site/accessibility-checks.ts'
import type { CheckedView } from '#site/accessibility-checks.ts'
import { failureNotice, ofContent } from './owner-content.ts'

type Reach = (page: Page) => Promise<void>

export interface View extends CheckedView {
  /** Brings the opened page into the state. */
  reach?: Reach
}

const until = (words: string) => (page: Page) => submitUntil(page, words)

/** By the name of the view. */
const reaches: Record<string, Reach> = {
  'home, menu open': openMenu,
  'home, address invalid': enterBadAddress,
  'home, subscribing': until('Subscribing...'),
  'home, subscribed': until('Thank You!'),
  'contact, menu open': openMenu,
  'contact, sending': until('Sending...'),
  'contact, sent': until('Thank you for reaching out!'),
  ...Object.fromEntries(
    failureNotice.flatMap((notice) => [
      ['home, failed', until(notice)],
      ['contact, failed', until(notice)],
    ]),
  ),
  'Italian home, menu open': openMenu,
  'Italian home, address invalid': enterBadAddress,
  'Italian home, subscribed': until('Grazie!'),
  'Italian contact, sent': until('Grazie per averci scritto!'),
}

const withReach = (view: CheckedView): View => {
  const reach = reaches[view.name]
  if (view.name.includes(',') && !reach) throw new Error(`No way to reach "${view.name}"`)
  return { ...view, ...(reach && { reach }) }
}

export const englishViews = checks.englishViews.map(withReach)
export const views = checks.checkedViews.map(withReach)

// Every page has the owner's words in its header and footer; these views have more of them.
const owned = /^(?:home|home, menu open|about|contact|privacy|questionnaire|.*, failed)$/

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

/** The live region of the form's progress. */
export function statusOf(page: Page) {
  return page.locator('[aria-live=polite]:has(+ [data-island])')
}

/** The texts of a page that can be seen: without the status, which is only heard. */
export async function shownText(page: Page): Promise<string> {
  const text = await page.locator('main').innerText()
  const heard = await statusOf(page).textContent()
  const lines = text.split('\n').filter(Boolean)
  return (lines.includes(heard!) ? lines.toSpliced(lines.indexOf(heard!), 1) : lines).join('\n')
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
  const lines = (await shownText(page)).split('\n')
  expect(lines.filter((line) => !failureNotice.includes(line)).join('\n')).toBe(before)
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
