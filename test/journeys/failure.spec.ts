import { ofContent } from '../support/content.ts'
import { expect, test } from './journey.ts'
import {
  expectFailureToldAsChosen,
  fillInContactForm,
  refuseSubmissions,
  submitButton,
} from '../support/views.ts'

for (const [name, answer] of [
  ['ok false', { status: 200, json: { ok: false } }],
  ['a refusal', { status: 422, json: { ok: false } }],
  ['no JSON', { status: 200, body: 'hello' }],
] as const) {
  test(
    `a signup that fails (${name}) ends idle, the text kept, one console error, and tells what the owner chose`,
    { tag: ofContent },
    async ({ page }) => {
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      await page.route('**/contact', (route) => route.fulfill(answer))
      await page.goto('/')
      const email = page.getByPlaceholder('Enter your email')
      await email.fill('ada@example.com')
      const before = await page.locator('main').innerText()
      await submitButton(page).click()
      await expect
        .poll(() => errors.some((text) => text.startsWith('Error submitting email:')))
        .toBe(true)
      await expect(submitButton(page)).toHaveText('Embark on the Journey')
      await expect(submitButton(page)).toBeEnabled()
      expect(await email.inputValue()).toBe('ada@example.com')
      await expectFailureToldAsChosen(page, before)
    },
  )
}

test(
  'a message that fails ends idle, the fields keep their values, and what is told is what the owner chose',
  { tag: ofContent },
  async ({ page }) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await refuseSubmissions(page)
    await page.goto('/contact')
    await fillInContactForm(page)
    const before = await page.locator('main').innerText()
    await submitButton(page).click()
    await expect
      .poll(() => errors.some((text) => text.startsWith('Error sending message:')))
      .toBe(true)
    await expect(submitButton(page)).toHaveText('Send Your Message')
    await expect(page.getByPlaceholder('Your Name')).toHaveValue('Ada Lovelace')
    await expect(page.getByPlaceholder('Your Email')).toHaveValue('ada@example.com')
    await expect(page.getByPlaceholder('Your Message')).toHaveValue('Two lines\nof words.')
    await expectFailureToldAsChosen(page, before)
  },
)
