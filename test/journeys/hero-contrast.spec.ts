import type { Page } from '@playwright/test'
import { homeWords, site } from '../support/content.ts'
import { lowestContrast } from '../support/contrast.ts'
import { expect, test } from '../support/journey.ts'

const windows = [
  [320, 568],
  [320, 640],
  [360, 740],
  [390, 844],
  [844, 390],
  [768, 1024],
  [820, 1180],
  [1024, 768],
  [1024, 1366],
  [1280, 720],
  [1440, 600],
  [1440, 900],
  [2560, 1300],
  [3440, 1000],
] as const

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every pixel behind the hero’s words leaves them 7:1, ${colorScheme}`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height })
      await page.goto('/')
      await page.locator('main img').evaluate((image: HTMLImageElement) => image.decode())
      const lowest = await lowestContrast(page, wordsOverThePicture(page, width))
      test.info().annotations.push({
        type: 'contrast',
        description: `${width} × ${height}: ${lowest.toFixed(2)}`,
      })
      expect(lowest, `${width} × ${height}`).toBeGreaterThanOrEqual(7)
    }
  })

  test(`the words read as well before the picture comes, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.route('**/assets/*', (route) =>
      route.request().resourceType() === 'image' ? route.abort() : route.continue(),
    )
    await page.goto('/')
    expect(await lowestContrast(page, wordsOverThePicture(page, 1280))).toBeGreaterThanOrEqual(7)
  })
}

function wordsOverThePicture(page: Page, width: number) {
  const hero = page.getByRole('region', { name: /Streamlined/ })
  const header = page.getByRole('banner')
  return [
    hero.getByRole('heading'),
    hero.getByText(homeWords.subline),
    header.getByText(site.brand),
    ...(width < 768
      ? []
      : ['About Us', 'Contact'].map((name) => header.getByRole('link', { name }))),
  ]
}
