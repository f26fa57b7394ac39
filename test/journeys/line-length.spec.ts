import { ifItalian } from './owner-content.ts'
import { expect, test } from './journey.ts'

for (const path of ['/terms', '/privacy', ...ifItalian(['/it/privacy'])]) {
  test(`${path} has at least 60 characters in the median line and at most 75 in 95 % of lines`, async ({
    page,
  }) => {
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    for (const width of [768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      const lengths = await page.evaluate(lineLengths)
      const [usual, long] = [0.5, 0.95].map((share) => lengths[Math.floor(lengths.length * share)])
      expect(usual, `${width} px`).toBeGreaterThanOrEqual(60)
      expect(long, `${width} px`).toBeLessThanOrEqual(75)
    }
  })
}

/** The length of each full line of the paragraphs, sorted. */
function lineLengths(): number[] {
  const range = document.createRange()
  const ofParagraph = (paragraph: Element) => {
    const lines = new Map<number, number>()
    const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (let at = 0; at < text.textContent!.length; at += 1) {
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        const { bottom, width } = range.getBoundingClientRect()
        if (width > 0) lines.set(Math.round(bottom), (lines.get(Math.round(bottom)) ?? 0) + 1)
      }
    }
    return [...lines.values()].slice(0, -1)
  }
  const paragraphs = Array.from(document.querySelectorAll('main p'))
  return paragraphs.flatMap(ofParagraph).toSorted((a, b) => a - b)
}
