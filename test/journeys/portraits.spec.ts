import { ofContent, team } from './owner-content.ts'
import { expect, test } from './journey.ts'

for (const deviceScaleFactor of [1, 2, 3]) {
  test(
    `a portrait is square at a device scale factor of ${deviceScaleFactor}`,
    { tag: ofContent },
    async ({ browser, site }) => {
      const page = await browser.newPage({ baseURL: site.url, deviceScaleFactor })
      await page.goto('/about')
      const portraits = page.locator('main img')
      await expect(portraits).toHaveCount(team.filter(({ image }) => image !== undefined).length)
      for (const portrait of await portraits.all()) {
        await portrait.scrollIntoViewIfNeeded()
        const shape = await portrait.evaluate(async (image: HTMLImageElement) => {
          await image.decode()
          const bitmap = await createImageBitmap(await (await fetch(image.currentSrc)).blob())
          return [bitmap.width, bitmap.height]
        })
        expect(shape).toEqual([128 * deviceScaleFactor, 128 * deviceScaleFactor])
      }
      await page.close()
    },
  )
}

test(
  'a portrait that is missing or broken is replaced by the first letter of the name',
  { tag: ofContent },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.route('**/assets/*', (route) =>
      route.request().resourceType() === 'image' ? route.abort() : route.continue(),
    )
    await page.goto('/about')
    await page.evaluate(() => document.fonts.ready)
    for (const [index, { name, image }] of team.entries()) {
      const portrait = page.locator('main li').nth(index).locator('[aria-hidden]').first()
      await expect(portrait).toHaveText(String.fromCodePoint(name.codePointAt(0)!))
      await expect(portrait.locator('picture')).toHaveCount(image === undefined ? 0 : 1)
      if (image === undefined) continue
      const broken = await portrait.screenshot()
      await portrait.locator('picture').evaluate((picture) => picture.remove())
      expect(broken.equals(await portrait.screenshot())).toBe(true)
    }
  },
)
