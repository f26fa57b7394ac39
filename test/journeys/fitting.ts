import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'

const faces = { Newsreader: 'newsreader', 'Hanken Grotesk': 'hanken-grotesk' }

/** Each font is subset to the characters that the site uses in it. */
export async function expectFontsToCoverText(page: Page) {
  const used = await page.evaluate(() => {
    const found: Record<string, string> = {}
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement!
      if (/^(?:SCRIPT|STYLE)$/.test(element.tagName)) continue
      const [face] = getComputedStyle(element).fontFamily.split(',')
      const name = face!.replaceAll('"', '')
      found[name] = (found[name] ?? '') + texts.currentNode.textContent
    }
    return found
  })
  expect(Object.keys(faces)).toEqual(expect.arrayContaining(Object.keys(used)))
  for (const [face, file] of Object.entries(faces)) {
    const cut = readFileSync(`dist/fonts/${file}.txt`, 'utf8')
    const missing = new Set((used[face] ?? '').replace(/\s/g, ''))
    for (const character of cut) missing.delete(character)
    expect([...missing], face).toEqual([])
  }
}

/** Inline links in a sentence are exempt, as in WCAG 2.5.5. */
export function tooSmall(page: Page) {
  return page.locator('a[href], button, input, textarea').evaluateAll((targets) =>
    targets
      .filter((target) => target.checkVisibility() && !target.closest('[aria-hidden]'))
      .filter((target) => {
        const sentence = target.parentElement!.textContent.length > target.textContent.length
        return !(sentence && getComputedStyle(target).display === 'inline')
      })
      .map((target) => ({ target: target.textContent, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ target, box }) => `${target} ${box.width} × ${box.height}`),
  )
}

/** Texts and controls beyond the window's edge, and the page itself if it scrolls sideways. */
export function overflowing(page: Page) {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
    const found = Array.from(
      document.querySelectorAll('h1, h2, p, a, li, dd, button, input, textarea'),
    )
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden]'))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return left < -0.5 || right > document.documentElement.clientWidth + 0.5
      })
      .map((element) => `${element.tagName} ${element.textContent.slice(0, 30)}`)
    return wide > 0 ? [`the page is ${wide} px too wide`, ...found] : found
  })
}
