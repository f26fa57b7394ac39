import { pitch } from './owner-content.ts'
import { expect, test } from './journey.ts'
import { fillInContactForm, holdSubmissions, submitButton } from './views.ts'

const confirmation = "Thank you for reaching out! We'll get back to you shortly."

test('a message shows Sending..., then the confirmation, and empties the fields', async ({
  page,
}) => {
  const release = await holdSubmissions(page)
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pitch.contact.heading)
  await expect(page.getByText(pitch.contact.subtitle)).toBeVisible()
  await expect(submitButton(page)).toHaveText('Send Your Message')
  await fillInContactForm(page)
  const request = page.waitForRequest((sent) => sent.method() === 'POST')
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('Sending...')
  await expect(submitButton(page)).toBeDisabled()
  expect((await request).postDataJSON()).toEqual({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    message: 'Two lines\nof words.',
  })
  release()
  await expect(page.getByText(confirmation)).toBeVisible()
  await expect(submitButton(page)).toHaveText('Send Your Message')
  for (const field of ['Your Name', 'Your Email', 'Your Message']) {
    await expect(page.getByPlaceholder(field)).toHaveValue('')
  }
})

test('the confirmation stays until the next message is sent', async ({ page }) => {
  await page.goto('/contact')
  await fillInContactForm(page)
  await submitButton(page).click()
  await expect(page.getByText(confirmation)).toBeVisible()
  await fillInContactForm(page)
  await expect(page.getByText(confirmation)).toBeVisible()
  await page.route('**/contact', () => {})
  await submitButton(page).click()
  await expect(page.getByText(confirmation)).toBeHidden()
})

test('a double click sends a message once, and nobody asks for the emptied fields', async ({
  page,
}) => {
  await page.goto('/contact')
  await fillInContactForm(page)
  await submitButton(page).click()
  await expect(page.getByText(confirmation)).toBeVisible()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(submitButton(page)).toBeFocused()
  await submitButton(page).click()
  await expect(page.getByPlaceholder('Your Name')).toBeFocused()
})

test('a message answered with 204 and no JSON counts as sent', async ({ page }) => {
  await page.route('**/contact', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 204 }) : route.continue(),
  )
  await page.goto('/contact')
  await fillInContactForm(page)
  await submitButton(page).click()
  await expect(page.getByText(confirmation)).toBeVisible()
})

test('a message with an empty field or a blank name is not submitted', async ({ page }) => {
  let posts = 0
  page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0))
  await page.goto('/contact')
  for (const field of ['Your Name', 'Your Email', 'Your Message']) {
    await fillInContactForm(page)
    await page.getByPlaceholder(field).fill('')
    await submitButton(page).click()
    const isInvalid = (element: HTMLInputElement) => element.validity.valueMissing
    expect(await page.getByPlaceholder(field).evaluate(isInvalid)).toBe(true)
    await expect(page.getByPlaceholder(field)).toBeFocused()
    await expect(submitButton(page)).toHaveText('Send Your Message')
  }
  await fillInContactForm(page)
  await page.getByPlaceholder('Your Name').fill('   ')
  await submitButton(page).click()
  await expect(page.getByPlaceholder('Your Name')).toBeFocused()
  await expect(page.locator('input:invalid')).toHaveAttribute('name', 'name')
  await expect(page.getByPlaceholder('Your Message')).toHaveValue('Two lines\nof words.')
  expect(posts).toBe(0)
})

test('a message typed before React has loaded is sent', async ({ page }) => {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
  await page.goto('/contact', { waitUntil: 'commit' })
  await fillInContactForm(page)
  const request = page.waitForRequest((sent) => sent.method() === 'POST')
  await submitButton(page).click()
  expect((await request).postDataJSON()).toMatchObject({ name: 'Ada Lovelace' })
  await expect(page.getByText(confirmation)).toBeVisible()
})

test('tabs in a pasted message are sent as spaces', async ({ page }) => {
  await page.goto('/contact')
  await fillInContactForm(page)
  await page.getByPlaceholder('Your Message').fill('a\tb\nc\td')
  const request = page.waitForRequest((sent) => sent.method() === 'POST')
  await submitButton(page).click()
  expect((await request).postDataJSON()).toMatchObject({ message: 'a b\nc d' })
  await expect(page.getByText(confirmation)).toBeVisible()
})

test('a message pasted over the limit is not cut off, and can be sent once shortened', async ({
  page,
}) => {
  await page.goto('/contact')
  await fillInContactForm(page)
  const message = page.getByPlaceholder('Your Message')
  await message.clear()
  await expect(message).not.toHaveAttribute('maxlength')
  await page.keyboard.insertText(`${'x'.repeat(5000)}end`)
  await submitButton(page).click()
  const complaint = 'Your message is 5,003 characters long. Please keep it to 5,000.'
  await expect(message).toHaveJSProperty('validationMessage', complaint)
  // The browser restores the text.
  await page.goto('/about')
  await page.goBack()
  await submitButton(page).click()
  await expect(message).toHaveJSProperty('validationMessage', complaint)
  await expect(submitButton(page)).toHaveText('Send Your Message')
  await message.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(5000, 5003))
  await message.press('Delete')
  await submitButton(page).click()
  await expect(page.getByText(confirmation)).toBeVisible()
})

test('a message is sent by a browser of 2022', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(String.prototype, 'toWellFormed')
    Reflect.deleteProperty(AbortSignal, 'timeout')
  })
  await page.goto('/contact')
  await fillInContactForm(page)
  await submitButton(page).click()
  await expect(page.getByText(confirmation)).toBeVisible()
})

test('a message whose response was lost is retried with the same key, a changed message with a new one', async ({
  page,
}) => {
  const keys: (string | undefined)[] = []
  await page.route('**/contact', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 5) return route.fulfill({ status: 422 })
    if (keys.length > 3) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.goto('/contact')
  await fillInContactForm(page)
  const press = async (state: string) => {
    await submitButton(page).click()
    await expect(page.locator(`form[data-state=${state}]`)).toBeVisible({ timeout: 10_000 })
  }
  await press('failed')
  await press('sent')
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(1)
  await fillInContactForm(page)
  await press('failed')
  expect(new Set(keys).size).toBe(2)
  await page.getByPlaceholder('Your Message').fill('Other words.')
  await press('sent')
  expect(new Set(keys).size).toBe(3)
})

test('the fields are read-only while a message is being sent', async ({ page }) => {
  const release = await holdSubmissions(page)
  await page.goto('/contact')
  await fillInContactForm(page)
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('Sending...')
  const message = page.getByPlaceholder('Your Message')
  await expect(message).not.toBeEditable()
  await message.press('End')
  await page.keyboard.type(' And a postscript.')
  await expect(message).toHaveValue('Two lines\nof words.')
  release()
  await expect(page.getByText(confirmation)).toBeVisible()
  await expect(message).toHaveValue('')
  await expect(message).toBeEditable()
})

test('the contact form is at most 700 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1200 })
  await page.goto('/contact')
  const box = await page.locator('form').boundingBox()
  expect(box!.width).toBeLessThanOrEqual(700)
  expect(box!.width).toBeGreaterThan(600)
})
