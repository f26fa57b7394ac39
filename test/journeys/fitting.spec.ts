import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ifItalian } from './content.ts'
import { expect, test } from './journey.ts'
import { openView, tagOf, views } from './views.ts'

for (const view of views) {
  test(
    `${view.name} has targets of at least 44 px, no overflow, and every character in its font`,
    { tag: tagOf(view) },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 390, height: 844 })
      await openView(page, view)
      await expectFontsToCoverText(page)
      // The last equals 1280 × 1024 at 400 % zoom.
      for (const [width, height] of [
        [1440, 900],
        [768, 900],
        [390, 844],
        [320, 256],
      ] as const) {
        if (width >= (view.under ?? Infinity)) continue
        await page.setViewportSize({ width, height })
        expect(await tooSmall(page), `${width} px`).toEqual([])
        expect(await overflowing(page), `${width} px`).toEqual([])
      }
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    },
  )
}

test('a founder’s name of sixty letters does not overflow its card', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/about')
  const names = page.getByRole('listitem').getByRole('heading')
  const long = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Smythe'
  await names.nth(0).evaluate((name, text) => (name.textContent = text), long)
  await names.nth(1).evaluate((name, text) => (name.textContent = text), long.replaceAll('-', ' '))
  for (const width of [320, 390, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflowing(page), `${width} px`).toEqual([])
    for (const card of await page.locator('main li').all()) {
      const fits = await card.evaluate((element) => element.scrollWidth <= element.clientWidth)
      expect(fits, `${width} px`).toBe(true)
    }
  }
})

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

const faces = { Newsreader: 'newsreader', 'Hanken Grotesk': 'hanken-grotesk' }

/** Each font is subset to the characters that the site uses in it. */
async function expectFontsToCoverText(page: Page) {
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
function tooSmall(page: Page) {
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
function overflowing(page: Page) {
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

test('no page scrolls sideways with the text spacing of WCAG 1.4.12', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const path of [
    '/',
    '/about',
    '/contact',
    '/terms',
    '/privacy',
    ...ifItalian(['/it', '/it/contact']),
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
