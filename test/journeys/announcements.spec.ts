import { signupHint } from '#site/signup-hint.ts'
import { announcements, recordAnnouncements } from './announcements.ts'
import { expect, test } from './journey.ts'
import { fillInContactForm, holdSubmissions, submitButton } from './views.ts'

const hint = signupHint('en')

test('screen readers announce each step of a signup once', async ({ page }) => {
  await page.goto('/')
  await recordAnnouncements(page)
  const email = page.getByPlaceholder('Enter your email')
  await email.fill('ada')
  await email.press('Enter')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('ada@example.com')
  await email.press('Enter')
  await expect(submitButton(page)).toHaveText('Thank You!')
  await expect
    .poll(() => announcements(page))
    .toEqual([
      'alert: Please enter a valid email address',
      'status: Subscribing...',
      `status: Thank You! ${hint.nextStep} ${hint.lookFor}`,
    ])
})

test('screen readers announce each step of a message once', async ({ page }) => {
  const answer = await holdSubmissions(page)
  await page.goto('/contact')
  await recordAnnouncements(page)
  await fillInContactForm(page)
  await submitButton(page).click()
  await expect(submitButton(page)).toBeDisabled()
  answer()
  await expect(submitButton(page)).toBeEnabled()
  await expect
    .poll(() => announcements(page))
    .toEqual([
      'status: Sending...',
      "status: Thank you for reaching out! We'll get back to you shortly.",
    ])
})
