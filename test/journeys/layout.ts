import { expect, type Page } from '@playwright/test'
import { site } from './owner-content.ts'

/** Checks the links of header and footer and the print layout; readAloud() covers the texts. */
export async function expectLayout(page: Page) {
  await expectLinks(page)
  await expectPrintLayout(page)
}

async function expectLinks(page: Page) {
  const hrefs = (name: string) =>
    page
      .getByRole('navigation', { name })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(await hrefs('Main')).toEqual(['/', '/about', '/contact'])
  expect(await hrefs('Legal')).toEqual(['/terms', '/privacy'])
  await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute('href', '/')
  const footer = page.getByRole('contentinfo')
  await expect(footer.locator(`a[href="mailto:${site.email}"]`)).toBeVisible()
  const social = footer.getByRole('link', { name: site.social.label })
  await expect(social).toHaveAttribute('href', site.social.url)
  await expect(page.locator('a[href="#"], a:not([href])')).toHaveCount(0)
}

/** On A4: the logo above the title, no menu, the company data in the footer. */
async function expectPrintLayout(page: Page) {
  await page.setViewportSize({ width: 658, height: 986 })
  await page.emulateMedia({ media: 'print' })
  const logo = await page.getByRole('link', { name: `${site.brand}, home` }).boundingBox()
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(logo!.y + logo!.height).toBeLessThanOrEqual(title!.y)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
  await expect(page.getByText('Follow us')).toBeHidden()
  await expect(page.getByText(`VAT no. IT${site.company.vatNumber}`)).toBeVisible()
}
