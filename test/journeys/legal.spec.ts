import { expect, test } from '../support/journey.ts'

for (const [path, first, last] of [
  ['/terms', 'Introduction', 'Contact'],
  ['/privacy', 'Introduction', 'Contact'],
] as const) {
  test(`${path} has 12 sections, its date, and contents that lead to each`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByText('Effective date: 01/06/2024')).toBeVisible()
    const sections = page.locator('article h2[id]:not(nav h2)')
    await expect(sections).toHaveCount(12)
    await expect(sections.first()).toHaveText(first)
    await expect(sections.last()).toHaveText(last)
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link')
    await expect(contents).toHaveCount(12)
    for (const link of await contents.all()) {
      await expect(page.locator((await link.getAttribute('href'))!)).toBeAttached()
    }
  })
}

test('the terms lead to the privacy policy', async ({ page }) => {
  await page.goto('/terms')
  await page.getByRole('article').getByRole('link', { name: 'Privacy Policy' }).first().click()
  await expect(page).toHaveURL(/\/privacy$/)
})
