import { expect, test } from './journey.ts'
import { fillInContactForm, holdSubmissions, submitButton } from './views.ts'

// A laptop's window, with the browser's own bars taken off, is low: what matters must come into view.
const windows = [
  [1024, 768],
  [1280, 600],
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [744, 1133],
  [390, 664],
  [375, 553],
  [320, 568],
].map(([width, height]) => ({ width: width!, height: height!, name: `${width} × ${height}` }))

test('the newsletter card, and the message about a bad address, are in view in every window', async ({
  page,
}) => {
  for (const { name, ...size } of windows) {
    await page.setViewportSize(size)
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Join Our Newsletter' }), name).toBeInViewport()
    await expect(page.getByText('Join Our Newsletter'), name).toBeInViewport()
    await page.keyboard.press('Tab')
    while (!(await page.evaluate(() => document.activeElement?.matches('form input')))) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type('ada')
    await page.keyboard.press('Enter')
    const message = page.getByText('Please enter a valid email address')
    await expect(message, name).toBeInViewport({ ratio: 1 })
  }
})

test('after a signup the words about its confirmation are in view in every window', async ({
  page,
}) => {
  for (const { name, ...size } of windows) {
    await page.setViewportSize(size)
    await page.goto('/')
    await page.getByPlaceholder('Enter your email').fill('ada@example.com')
    await submitButton(page).click()
    await expect(submitButton(page)).toHaveText('Thank You!')
    const words = page.locator('form').getByText('We first ask you to confirm')
    await expect(words, name).toBeInViewport({ ratio: 1 })
  }
})

test('who has moved on to the foot of the page is not taken back by the thanks', async ({
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

test('the thanks for a message are in view in every window', async ({ page }) => {
  for (const { name, ...size } of windows) {
    await page.setViewportSize(size)
    for (const sender of [submitButton(page), page.locator('#contact-email')]) {
      await page.goto('/contact')
      await fillInContactForm(page)
      await sender.press('Enter')
      const thanks = page.getByText('Thank you for reaching out!')
      await expect(thanks, name).toBeInViewport({ ratio: 1 })
    }
  }
})
