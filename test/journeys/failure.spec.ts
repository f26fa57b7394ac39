import { ofContent, pitch } from './owner-content.ts'
import { expectFailureNotice, fillInForm, shownText, submitButton } from './views.ts'
import { expect, test } from './journey.ts'

const forms = {
  '/': { label: pitch.newsletter.button, complaint: 'Error submitting email:' },
  '/contact': { label: 'Send Your Message', complaint: 'Error sending message:' },
}

for (const [name, path, answer] of [
  ['a signup that fails (ok false)', '/', { status: 200, json: { ok: false } }],
  ['a signup that fails (422)', '/', { status: 422, json: { ok: false } }],
  ['a signup that fails (no JSON)', '/', { status: 200, body: 'hello' }],
  ['a message that fails', '/contact', { status: 422, json: {} }],
] as const) {
  test(
    `${name} keeps the text, logs one console error, and shows the notice if it is enabled`,
    { tag: ofContent },
    async ({ page }) => {
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      await page.route('**/contact', (route) =>
        route.request().method() === 'POST' ? route.fulfill(answer) : route.fallback(),
      )
      await page.goto(path)
      await fillInForm(page)
      const typed = () =>
        page
          .locator('form :is(input, textarea)')
          .evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value))
      const [before, words] = [await typed(), await shownText(page)]
      expect(before).toContain('ada@example.com')
      await submitButton(page).click()
      const { label, complaint } = forms[path]
      await expect.poll(() => errors.some((text) => text.startsWith(complaint))).toBe(true)
      await expect(submitButton(page)).toHaveText(label)
      await expect(submitButton(page)).toBeEnabled()
      expect(await typed()).toEqual(before)
      await expectFailureNotice(page, words)
    },
  )
}

test('a plain form can be sent again after going back to it', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.route('**/contact', (route) => route.fulfill({ status: 204 }))
  await page.goto('/')
  await fillInForm(page)
  await submitButton(page).click()
  await expect(page.locator('[data-held]')).toBeAttached()
  // Fired when a page is restored from the back/forward cache.
  await page.evaluate(() => dispatchEvent(new Event('pageshow')))
  await expect(page.locator('[data-held]')).not.toBeAttached()
})

test('an island that could not be loaded is loaded again on the next focus', async ({ page }) => {
  await page.goto('/')
  await page.route('**/assets/*.js', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.locator('form input').first().focus()
  await failed
  await page.unroute('**/assets/*.js')
  // Again and again: at the first focus, other files of the form may still be failing.
  await expect(async () => {
    await page.locator('form input').first().focus()
    await submitButton(page).focus()
    await expect(page.locator('[data-awake]')).toBeAttached({ timeout: 1000 })
  }).toPass()
})
