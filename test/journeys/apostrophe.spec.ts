import { expect, test } from './journey.ts'

test('the straight apostrophe of a heading has the shape of the curly one', async ({ page }) => {
  await page.goto('/contact')
  await page.evaluate(() => document.fonts.load('400 1em Newsreader'))
  const heading = page.getByRole('heading', { level: 1 })
  await heading.evaluate((element) => (element.textContent = "Let's Connect"))
  const straight = await heading.screenshot()
  await heading.evaluate((element) => (element.textContent = 'Let’s Connect'))
  expect(straight.equals(await heading.screenshot())).toBe(true)
})
