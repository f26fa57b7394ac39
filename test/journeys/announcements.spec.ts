import { signupHint } from '#site/signup-hint.ts'
import type { Engine } from '../engines/engine-page.ts'
import { engines, startEngine } from '../engines/start-engine.ts'
import { announcements, recordAnnouncements } from './announcements.ts'
import { failureNotice, ofContent, pitch } from './owner-content.ts'
import { expect, test } from './journey.ts'
import { fillInContactForm, fillInForm, holdSubmissions, submitButton } from './views.ts'

const hint = signupHint('en')
const error = 'Please enter a valid email address'

test('screen readers announce each step of a signup once', async ({ page }) => {
  await page.goto('/')
  await recordAnnouncements(page)
  const email = page.getByPlaceholder('Enter your email')
  await email.fill('ada')
  await submitButton(page).click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveAccessibleDescription(error)
  await expect(email).toBeFocused()
  await email.fill('ada@example.com')
  await email.press('Enter')
  await expect(submitButton(page)).toHaveText('Thank You!')
  await expect
    .poll(() => announcements(page))
    .toEqual([
      `assertive: ${error}`,
      'polite: Subscribing...',
      `polite: Thank You! ${hint.nextStep} ${hint.lookFor}`,
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
      'polite: Sending...',
      "polite: Thank you for reaching out! We'll get back to you shortly.",
    ])
})

for (const [path, sending, idle] of [
  ['/', 'Subscribing...', pitch.newsletter.button],
  ['/contact', 'Sending...', 'Send Your Message'],
] as const) {
  test(
    `screen readers announce a failure on ${path} by the notice, or by the label that is seen again`,
    { tag: ofContent },
    async ({ page }) => {
      await page.route('**/contact', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 422, json: {} })
          : route.fallback(),
      )
      await page.goto(path)
      await recordAnnouncements(page)
      await fillInForm(page)
      await submitButton(page).click()
      const notices = failureNotice.map((notice) => `assertive: ${notice}`)
      const failed = notices.length > 0 ? notices : [`polite: ${idle}`]
      await expect.poll(() => announcements(page)).toEqual([`polite: ${sending}`, ...failed])
    },
  )
}

test('a contact field is called invalid once it was refused, until it is corrected', async ({
  page,
}) => {
  await page.goto('/contact')
  const name = page.getByPlaceholder('Your Name')
  await expect(name).toHaveAttribute('aria-invalid', 'false')
  await name.focus()
  await expect(page.locator('[data-awake]')).toBeAttached()
  await submitButton(page).click()
  await expect(name).toBeFocused()
  await expect(name).not.toHaveAttribute('aria-invalid')
  await name.fill('Ada')
  await expect(name).toHaveAttribute('aria-invalid', 'false')
})

test.describe('Firefox', () => {
  test.describe.configure({ mode: 'default' })
  test.skip(!engines.firefox, 'needs Firefox')

  let firefox: Engine
  test.beforeAll(async () => {
    firefox = await startEngine('firefox')
  })
  test.afterAll(() => firefox.stop())

  for (const path of ['/', '/contact', '/my-data']) {
    test(`does not call an untouched field on ${path} invalid`, async ({ site }) => {
      const page = await firefox.open()
      await page.goto(`${site.url}${path}`)
      await expect
        .poll(() => page.exposed('form input[type=email]'))
        .toMatchObject({ isInvalid: false })
    })
  }

  test('announces the error of a signup and describes the field with it', async ({ site }) => {
    const page = await firefox.open()
    await page.goto(site.url)
    await expect.poll(() => page.exposed('#newsletter-error')).toMatchObject({ live: 'assertive' })
    await page.type('#newsletter-email', 'ada')
    await page.click('form button[type=submit]')
    await expect
      .poll(() => page.exposed('#newsletter-email'))
      .toMatchObject({ isInvalid: true, description: error })
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('newsletter-email')
  })
})
