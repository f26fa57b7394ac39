import type { Page } from '@playwright/test'
import { ifItalian } from './owner-content.ts'
import { overflowing } from './fitting.ts'
import { expect, test } from './journey.ts'

test('a founder’s name of sixty letters does not overflow its card', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/about')
  const names = page.getByRole('listitem').getByRole('heading')
  const long = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Smythe'
  for (const text of [long, long.replaceAll('-', ' ')]) {
    await names.first().evaluate((name, written) => (name.textContent = written), text)
    for (const width of [320, 390, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflowing(page), `${width} px`).toEqual([])
      for (const card of await page.locator('main li').all()) {
        const fits = await card.evaluate((element) => element.scrollWidth <= element.clientWidth)
        expect(fits, `${width} px`).toBe(true)
      }
    }
  }
})

test('a heading’s words of up to ten letters are never broken', async ({ page }) => {
  for (const path of [
    '/',
    '/about',
    '/contact',
    '/questionnaire',
    ...ifItalian(['/it', '/it/about', '/it/contact', '/it/questionnaire']),
  ]) {
    await page.goto(path)
    for (const width of [320, 390, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await brokenWords(page), `${path}, ${width} px`).toEqual([])
    }
  }
})

/** Words of headings that begin on one line and end on another. */
function brokenWords(page: Page) {
  return page.locator('h1, h2').evaluateAll((headings) => {
    const found: string[] = []
    for (const heading of headings) {
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        for (const { 0: word, index } of texts.currentNode.textContent!.matchAll(
          /(?<!\p{L})\p{L}{2,10}(?!\p{L})/gu,
        )) {
          const range = document.createRange()
          range.setStart(texts.currentNode, index)
          range.setEnd(texts.currentNode, index + word.length)
          if (range.getClientRects().length > 1) found.push(word)
        }
      }
    }
    return found
  })
}

test('the current page, the button, the field, its error and the focus are visible in forced colours', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto('/')
  const style = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { textDecorationLine, borderStyle, borderColor, backgroundColor, outlineStyle } =
        getComputedStyle(element)
      const isEdged = borderStyle !== 'none' && borderColor !== backgroundColor
      return { textDecorationLine, borderStyle, isEdged, outlineStyle }
    })
  expect((await style('header [aria-current]')).textDecorationLine).toBe('underline')
  expect((await style('header li:last-child a')).textDecorationLine).toBe('none')
  expect((await style('form button')).isEdged).toBe(true)
  expect(await style('form input[type=email]')).toMatchObject({
    isEdged: true,
    borderStyle: 'solid',
  })
  expect((await style('#newsletter')).isEdged).toBe(true)
  await page.locator('form input[type=email]').press('Enter')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  expect(await style('form input[type=email]')).toMatchObject({
    borderStyle: 'dashed',
    outlineStyle: 'solid',
  })
})

test('the margin line has the same position on every page with two columns', async ({ page }) => {
  const places = new Map<number, Set<number>>()
  for (const path of ['/about', '/contact', '/terms', '/privacy']) {
    await page.goto(path)
    for (const width of [1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      const lines = await page
        .locator('main *')
        .evaluateAll((elements) =>
          elements
            .filter((element) => getComputedStyle(element).borderInlineStartStyle === 'double')
            .map((element) => element.getBoundingClientRect().left),
        )
      expect(lines, `${path}, ${width} px`).toHaveLength(1)
      places.getOrInsertComputed(width, () => new Set()).add(Math.round(lines[0]!))
    }
  }
  for (const [width, found] of places) expect(found.size, `${width} px`).toBe(1)
})

test('no page scrolls sideways with the text spacing of WCAG 1.4.12', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const path of [
    '/',
    '/about',
    '/contact',
    '/terms',
    '/privacy',
    '/questionnaire',
    ...ifItalian(['/it', '/it/contact', '/it/questionnaire']),
  ]) {
    await page.goto(path)
    // Through the CSSOM, because the CSP blocks style elements.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
      )
      document.adoptedStyleSheets.push(sheet)
    })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, path).toBe(320)
  }
})
