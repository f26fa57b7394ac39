import type { Page } from '@playwright/test'
import { ifItalian, ofContent } from './owner-content.ts'
import { skipWithoutFallbackFonts } from './fallback-fonts.ts'
import { expect, test } from './journey.ts'
import { isPitchEdited } from './specification.ts'

const windows = [
  [320, 568],
  [390, 844],
  [768, 1024],
  [1280, 720],
  [1440, 900],
  [2560, 1300],
] as const

const english = [
  '/',
  '/about',
  '/contact',
  '/terms',
  '/privacy',
  '/questionnaire',
  '/my-data',
  '/no-such-page',
]

for (const path of [...english, ...ifItalian(['/it'])]) {
  const tag = ['/', '/about', '/contact'].includes(path) ? ofContent : []
  test(
    `the first view of ${path} has the same layout with and without its fonts`,
    { tag },
    async ({ page }) => {
      await skipWithoutFallbackFonts(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const withFonts = await tops(page, path, 2)
      await page.route('**/*.woff2', (route) => route.abort())
      expect(await tops(page, path, 0)).toEqual(withFonts)
    },
  )
}

const listSelector = 'main li :is(h2, p)'
const pitchSelector = 'h1, h1 + p, main section :is(h2, p):not(form *), footer p'

/** The top of every visible element, in whole pixels, for each window size. */
async function tops(page: Page, path: string, fonts: number): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  await page.goto(path)
  const arrived = await page.evaluate(async () => {
    const faces = ['400 1em Newsreader', '400 1em "Hanken Grotesk"']
    const loads = await Promise.allSettled(faces.map((face) => document.fonts.load(face)))
    return loads.filter(({ status }) => status === 'fulfilled').length
  })
  expect(arrived).toBe(fonts)
  // The owner's texts may wrap differently with another font.
  await page
    .locator(isPitchEdited ? `${pitchSelector}, ${listSelector}` : listSelector)
    .evaluateAll((texts) => texts.forEach((text) => (text.textContent = 'Ada Lovelace')))
  // The layout uses no script, so resizing needs no reload.
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    found[`${width} × ${height}`] = await page.evaluate(() =>
      Array.from(
        document.querySelectorAll('h1, h2, p, ul, label, input, textarea, button, section'),
      )
        .map((element) => ({ element, top: element.getBoundingClientRect().top }))
        .filter(({ element, top }) => top < innerHeight && element.checkVisibility())
        .map(({ element, top }) => `${element.tagName} ${element.id} ${Math.round(top)}`),
    )
  }
  return found
}
