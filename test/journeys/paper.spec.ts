import { ofContent, site } from './content.ts'
import { expect, test } from './journey.ts'

// What A4 leaves between its margins.
test.use({ viewport: { width: 658, height: 986 } })

test.beforeEach(({ page }) => page.emulateMedia({ media: 'print' }))

for (const path of ['/', '/about', '/contact', '/terms', '/privacy']) {
  test(
    `${path} on paper: the logo above the title, no menu, the company's facts at the end`,
    { tag: ofContent },
    async ({ page }) => {
      await page.goto(path)
      const logo = await page.getByRole('link', { name: `${site.brand}, home` }).boundingBox()
      const title = await page.getByRole('heading', { level: 1 }).boundingBox()
      expect(logo!.y + logo!.height).toBeLessThanOrEqual(title!.y)
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
      await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
      await expect(page.getByText('Follow us')).toBeHidden()
      await expect(page.getByText(`VAT IT${site.company.vatNumber}`)).toBeVisible()
    },
  )
}

test('a legal text on paper has room between its head and its first section', async ({ page }) => {
  await page.goto('/terms')
  const date = await page.getByText(/^Effective date: /).boundingBox()
  const first = await page.getByRole('heading', { level: 2, name: 'Introduction' }).boundingBox()
  expect(first!.y - date!.y - date!.height).toBeGreaterThan(15)
})
