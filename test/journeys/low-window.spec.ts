import type { Page } from '@playwright/test'
import { signupHint } from '#site/signup-hint.ts'
import { pitch } from './owner-content.ts'
import { expect, test } from './journey.ts'
import { fillInContactForm, holdSubmissions, submitButton } from './views.ts'

// 600 px is the height left to a page on a small laptop.
const windows = [
  [1280, 600],
  [1440, 900],
  [744, 1133],
  [390, 664],
  [320, 568],
].map(([width, height]) => ({ width: width!, height: height!, name: `${width} × ${height}` }))

/** Runs the check in every window, each time from the top of the page. */
async function inEveryWindow(page: Page, check: (name: string) => Promise<void>) {
  for (const { name, ...size } of windows) {
    await page.setViewportSize(size)
    await page.evaluate(() => scrollTo(0, 0))
    await check(name)
  }
}

const isPost = (response: { request(): { method(): string } }) =>
  response.request().method() === 'POST'

test('the newsletter card and the error about a bad address are in view in every window', async ({
  page,
}) => {
  await page.goto('/')
  const email = page.getByPlaceholder('Enter your email')
  const error = page.getByText('Please enter a valid email address')
  await inEveryWindow(page, async (name) => {
    await expect(page.getByRole('region', { name: pitch.newsletter.title }), name).toBeInViewport()
    await expect(page.getByRole('heading', { name: pitch.newsletter.title }), name).toBeInViewport()
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    while (!(await page.evaluate(() => document.activeElement?.matches('form input')))) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type('ada')
    await page.keyboard.press('Enter')
    await expect(error, name).toBeInViewport({ ratio: 1 })
    await email.fill('')
    await expect(error, name).toBeHidden()
  })
})

test('after a signup the note about the confirmation mail is in view in every window', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const line = page.locator('form').getByText(signupHint('en').lookFor)
  await inEveryWindow(page, async (name) => {
    await page.getByPlaceholder('Enter your email').fill('ada@example.com')
    const answered = page.waitForResponse(isPost)
    await submitButton(page).click()
    await answered
    await expect(submitButton(page)).toHaveText('Thank You!')
    await expect(line, name).toBeInViewport({ ratio: 1 })
    await page.clock.runFor(3000)
  })
})

test('the confirmation does not scroll back a visitor who has moved to the footer', async ({
  page,
}) => {
  const release = await holdSubmissions(page)
  await page.setViewportSize({ width: 1024, height: 400 })
  await page.goto('/contact')
  await fillInContactForm(page)
  await submitButton(page).click()
  await expect(submitButton(page)).toBeDisabled()
  await page.locator('footer a').last().focus()
  const place = () => page.evaluate(() => scrollY)
  const before = await place()
  release()
  await expect(page.getByText('Thank you for reaching out!')).toBeAttached()
  expect(await place()).toBe(before)
})

test('the confirmation of a message is in view in every window, sent by button or by Enter', async ({
  page,
}) => {
  await page.goto('/contact')
  const confirmation = page.getByText('Thank you for reaching out!')
  for (const sender of [submitButton(page), page.locator('#contact-email')]) {
    await inEveryWindow(page, async (name) => {
      await fillInContactForm(page)
      const answered = page.waitForResponse(isPost)
      await sender.press('Enter')
      await answered
      await expect(page.locator('form[data-state=sent]')).toBeAttached()
      await expect(confirmation, name).toBeInViewport({ ratio: 1 })
    })
  }
})
