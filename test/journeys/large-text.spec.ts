import type { Page } from '@playwright/test'
import { homeWords, site, team } from './content.ts'
import { lowestContrast } from './contrast.ts'
import { expect, test } from './journey.ts'
import { openView, tagOf, views } from './views.ts'

/** The browser's font size setting at 200 %. */
async function doubleText(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
}

// Long Italian words and the owner's may break; those of up to eleven letters must not.
const mayBreak: string[] = JSON.stringify([site, team]).match(/[\p{L}']{12,}/gu) ?? []

for (const view of views.filter(({ under }) => under === undefined)) {
  test(
    `${view.name} at 200 % text size does not scroll sideways, cut off or break words`,
    { tag: tagOf(view) },
    async ({ page }) => {
      await doubleText(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 1440, height: 900 })
      await openView(page, view)
      for (const width of [280, 320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(findCutOff, mayBreak), `${width} px`).toEqual([])
      }
    },
  )
}

test('the hero’s text has a contrast of 7:1 at 200 % text size', async ({ page }) => {
  await doubleText(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await page.locator('main img').evaluate((image: HTMLImageElement) => image.decode())
    const hero = page.getByRole('region', { name: /Streamlined/ })
    const words = [hero.getByRole('heading'), hero.getByText(homeWords.subline)]
    expect(await lowestContrast(page, words), `${width} px`).toBeGreaterThanOrEqual(7)
  }
})

/** Texts that leave the window or have a broken word, and the page itself if it scrolls sideways. */
function findCutOff(mayBreakWords: string[]): string[] {
  const { fontSize } = getComputedStyle(document.documentElement)
  if (fontSize !== '32px') return [`text of ${fontSize}`]
  const isBroken = ({ firstChild: text }: Element) =>
    // Below that, some words are longer than the line.
    innerWidth >= 320 &&
    text instanceof Text &&
    [...text.data.matchAll(/(?<!\S)[\p{L}']+(?!\S)/gu)].some(({ 0: word, index }) => {
      const isLongItalian = document.documentElement.lang === 'it' && word.length > 11
      if (isLongItalian || mayBreakWords.includes(word)) return false
      const range = new Range()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1
    })
  const { clientWidth, scrollWidth } = document.documentElement
  const wide = scrollWidth > clientWidth ? [`page ${scrollWidth}`] : []
  const texts = Array.from(document.querySelectorAll('h1, h2, p, a, button, label'))
    .filter((text) => text.checkVisibility() && !text.closest('[aria-hidden], .visually-hidden'))
    .filter((text) => text.getBoundingClientRect().right > clientWidth + 0.5 || isBroken(text))
  return [...wide, ...texts.map((text) => text.textContent)]
}
