import type { Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { fillInContactForm, holdSubmissions, submitButton } from '../support/views.ts'

test('a signup is announced as it goes on, each step once', async ({ page }) => {
  await page.goto('/')
  await listen(page)
  const email = page.getByPlaceholder('Enter your email')
  await email.fill('ada')
  await email.press('Enter')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('ada@example.com')
  await email.press('Enter')
  await expect(submitButton(page)).toHaveText('Thank You!')
  expect(await announcements(page)).toEqual([
    'alert: Please enter a valid email address',
    'status: Subscribing...',
    'status: Thank You! We first ask you to confirm by e-\u2060mail.',
  ])
})

test('a message is announced as it goes on, each step once', async ({ page }) => {
  const answer = await holdSubmissions(page)
  await page.goto('/contact')
  await listen(page)
  await fillInContactForm(page)
  await submitButton(page).click()
  await expect(submitButton(page)).toBeDisabled()
  answer()
  await expect(submitButton(page)).toBeEnabled()
  expect(await announcements(page)).toEqual([
    'status: Sending...',
    "status: Thank you for reaching out! We'll get back to you shortly.",
  ])
})

declare global {
  interface Window {
    announced: string[]
  }
}

/** Notes each text that appears in a live region which screen readers knew before. */
async function listen(page: Page) {
  await page.evaluate(() => {
    window.announced = []
    for (const region of document.querySelectorAll('[role=status], [role=alert]')) {
      new MutationObserver(() => {
        const said = `${region.role}: ${region.textContent}`
        if (region.textContent !== '') window.announced.push(said)
      }).observe(region, { childList: true, characterData: true, subtree: true })
    }
  })
}

function announcements(page: Page) {
  return page.evaluate(() => window.announced)
}
