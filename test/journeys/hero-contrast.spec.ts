import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { ifItalian, ofContent, pitch, site } from './owner-content.ts'
import { lowestContrast } from './contrast.ts'
import { expect, test } from './journey.ts'
import { doubleText } from './large-text.ts'

const windows = [
  [320, 568],
  [390, 844],
  [844, 390],
  [744, 1133],
  [960, 560],
  [1280, 600],
  [1440, 900],
  [3440, 1000],
] as const

// The Italian headline has as many lines as the English one in each of its two widths.
const editions = [
  ['/', windows],
  ...ifItalian([
    ['/it', windows.filter(([width]) => [320, 744, 844, 1440].includes(width))] as const,
  ]),
] as const

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [path, sizes] of editions) {
    // The second content has another picture: the one after launch day.
    const tag = path === '/' && colorScheme === 'dark' ? ofContent : []
    test(
      `the hero’s text on ${path} has a contrast of 7:1 against every pixel of the picture (${colorScheme})`,
      { tag },
      async ({ page }) => {
        test.slow()
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto(path)
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height })
          await pictureDecoded(page)
          const lowest = await lowestContrast(page, textsOverPicture(page, width))
          test.info().annotations.push({
            type: 'contrast',
            description: `${width} × ${height}: ${lowest.toFixed(2)}`,
          })
          expect(lowest, `${width} × ${height}`).toBeGreaterThanOrEqual(7)
        }
      },
    )
  }

  test(`the hero’s text has a contrast of 7:1 before the picture has loaded (${colorScheme})`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.route('**/assets/*', (route) =>
      route.request().resourceType() === 'image' ? route.abort() : route.continue(),
    )
    await page.goto('/')
    expect(await lowestContrast(page, textsOverPicture(page, 1280))).toBeGreaterThanOrEqual(7)
  })
}

test('the hero’s text has a contrast of 7:1 at 200 % text size', async ({ page }) => {
  await doubleText(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await page.locator('main img').evaluate((image: HTMLImageElement) => image.decode())
    const hero = page.getByRole('region', { name: pitch.headline })
    const words = [hero.getByRole('heading'), hero.getByText(pitch.subline)]
    expect(await lowestContrast(page, words), `${width} px`).toBeGreaterThanOrEqual(7)
  }
})

test('the colour below the hero picture continues without a seam down to the footer', async ({
  page,
}) => {
  const footer = page.getByRole('contentinfo')
  await page.goto('/')
  // Its rules cross the whole window.
  const example = page.locator('section:has(#example-title)')
  await example.evaluateAll((sections) => sections.forEach((section) => section.remove()))
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 900],
    [3440, 1000],
  ] as const) {
    await page.setViewportSize({ width, height })
    await pictureDecoded(page)
    const picture = await page.locator('main img').boundingBox()
    const end = Math.floor(picture!.y + picture!.height)
    const footerTop = Math.round((await footer.boundingBox())!.y)
    const edge = { x: 0, y: end - 3, width: 10, height: footerTop + 6 - end }
    const shot = await page.screenshot({ fullPage: true, clip: edge })
    const { channels } = await sharp(shot).stats()
    expect(Math.max(...channels.map(({ min, max }) => max - min)), `${width} px`).toBeLessThan(4)
  }
})

/** Waits until the browser has chosen and drawn the picture for this window. */
async function pictureDecoded(page: Page) {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  await page
    .locator('main img')
    .evaluate((image: HTMLImageElement) => image.decode().catch(() => image.decode()))
}

function textsOverPicture(page: Page, width: number) {
  const header = page.getByRole('banner')
  const links = header.locator('li a:not([aria-current])')
  return [
    page.locator('h1'),
    page.locator('h1 + p'),
    header.getByText(site.brand),
    ...(width < 768 ? [] : [links.first(), links.last()]),
  ]
}
