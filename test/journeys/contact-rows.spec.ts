import { expect, test } from './journey.ts'
import { fillInContactForm, holdSubmissions, submitButton } from './views.ts'

test('the row of a field is ticked once its entry is valid, while it is sent and when it is sent', async ({
  page,
}) => {
  const release = await holdSubmissions(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/contact')
  const ticked = () =>
    page
      .locator('section > [aria-hidden] > *')
      .evaluateAll((rows) => rows.map((row) => getComputedStyle(row, '::after').opacity))
  expect(await ticked()).toEqual(['0', '0', '0'])
  await page.getByPlaceholder('Your Name').fill('Ada Lovelace')
  await page.getByPlaceholder('Your Email').fill('ada')
  expect(await ticked()).toEqual(['1', '0', '0'])
  await fillInContactForm(page)
  expect(await ticked()).toEqual(['1', '1', '1'])
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('Sending...')
  expect(await ticked()).toEqual(['1', '1', '1'])
  release()
  await expect(page.getByText('Thank you for reaching out!')).toBeVisible()
  await expect(page.getByPlaceholder('Your Name')).toHaveValue('')
  expect(await ticked()).toEqual(['1', '1', '1'])
})
