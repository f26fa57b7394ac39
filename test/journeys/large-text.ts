import type { Page } from '@playwright/test'
import { pitch, questionnaire, site, team } from '#content/content.ts'

/** The browser's font size setting at 200 %. */
export async function doubleText(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
}

// Long Italian words may break, and the owner's: from twelve letters on, in the pitch from fifteen.
export const mayBreak: string[] = [
  ...(JSON.stringify([site, team]).match(/[\p{L}']{12,}/gu) ?? []),
  ...(JSON.stringify([pitch, questionnaire]).match(/[\p{L}']{15,}/gu) ?? []),
]

/** Texts that leave the window or have a broken word, and the page itself if it scrolls sideways. */
export function findCutOff(mayBreakWords: string[]): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
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
  // Text may leave its element.
  const rightOf = (text: ChildNode) => {
    const range = new Range()
    range.selectNodeContents(text)
    return range.getBoundingClientRect().right
  }
  const isOutside = (element: Element) =>
    element.getBoundingClientRect().right > clientWidth + 0.5 ||
    [...element.childNodes].some(
      (node) => node instanceof Text && rightOf(node) > clientWidth + 0.5,
    )
  const wide = scrollWidth > clientWidth ? [`page ${scrollWidth}`] : []
  const texts = Array.from(document.querySelectorAll('h1, h2, p, a, button, label'))
    .filter((text) => text.checkVisibility() && !text.closest('[aria-hidden], .visually-hidden'))
    .filter((text) => isOutside(text) || isBroken(text))
  return [...wide, ...texts.map((text) => text.textContent)]
}
