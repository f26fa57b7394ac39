import type { Locator, Page } from '@playwright/test'
import { site, team } from './owner-content.ts'
import { expect, test } from './journey.ts'
import { isPitchEdited, specified } from './specification.ts'

// An owner may change these texts: then their test is skipped. All other tests read them from content/.

type Text = [specified: string, where: (page: Page) => Locator]

const ownPages: Record<string, Text[]> = {
  '/': [
    [specified.headline, (page) => page.locator('h1')],
    [specified.subline, (page) => page.locator('h1 + p')],
    [specified.title, (page) => page.locator('#newsletter h2')],
    [specified.text, (page) => page.locator('#newsletter h2 + p')],
    [specified.button, (page) => page.locator('#newsletter button')],
    [specified.tagline, (page) => page.locator('footer p').first()],
  ],
  '/about': [[specified.vision, (page) => page.getByRole('region', { name: 'Our Vision' })]],
  '/contact': [
    [specified.heading, (page) => page.locator('h1')],
    [specified.subtitle, (page) => page.locator('h1 + p')],
  ],
}

for (const [path, texts] of Object.entries(ownPages)) {
  test(`${path} has the pitch of the specification`, async ({ page }) => {
    test.skip(isPitchEdited, 'needs the original content/pitch.ts')
    await page.goto(path)
    for (const [text, where] of texts) await expect(where(page)).toContainText(text)
  })
}

test('/about has the roles of the specification', async ({ page }) => {
  const roles = [
    ['Co-Founder & CEO', 'Strategic Leader'],
    ['Co-Founder & CTO', 'Tech Visionary'],
    ['Co-Founder & CPO', 'Product Architect'],
  ]
  const own = team.map(({ role, subRole }) => [role.en, subRole.en])
  test.skip(String(own) !== String(roles), 'needs the original content/team.ts')
  await page.goto('/about')
  const cards = page.locator('main li')
  for (const [index, texts] of roles.entries()) {
    for (const text of texts) await expect(cards.nth(index)).toContainText(text)
  }
})

test('the legal pages have the date and the age of the specification', async ({ page }) => {
  const { effectiveDate, minimumAge } = site.legal
  test.skip(`${effectiveDate} ${minimumAge}` !== '01/06/2024 13', 'needs the original site.legal')
  await page.goto('/terms')
  await expect(page.getByText('Effective date: 01/06/2024')).toBeVisible()
  await page.goto('/privacy')
  await expect(page.getByText('children under 13')).toBeVisible()
})
