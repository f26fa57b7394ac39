import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ifItalian } from './content.ts'
import { expect, test } from './journey.ts'
import { openView, tagOf, views } from './views.ts'

for (const view of views) {
  test(
    `${view.name}: what can be pressed is 44 px or more, nothing sticks out, every sign has its face`,
    { tag: tagOf(view) },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 390, height: 844 })
      await openView(page, view)
      await expectFacesHoldEverySign(page)
      // The last is a window of 1280 × 1024 zoomed to 400 %.
      for (const [width, height] of [
        [1440, 900],
        [768, 900],
        [390, 844],
        [320, 256],
      ] as const) {
        if (width >= (view.under ?? Infinity)) continue
        await page.setViewportSize({ width, height })
        expect(await tooSmall(page), `${width} px`).toEqual([])
        expect(await stickingOut(page), `${width} px`).toEqual([])
      }
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    },
  )
}

test('a founder’s name of sixty letters stays in its card', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/about')
  const names = page.getByRole('listitem').getByRole('heading')
  const long = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Smythe'
  await names.nth(0).evaluate((name, text) => (name.textContent = text), long)
  await names.nth(1).evaluate((name, text) => (name.textContent = text), long.replaceAll('-', ' '))
  for (const width of [320, 390, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await stickingOut(page), `${width} px`).toEqual([])
    for (const card of await page.locator('main li').all()) {
      const fits = await card.evaluate((element) => element.scrollWidth <= element.clientWidth)
      expect(fits, `${width} px`).toBe(true)
    }
  }
})

test('in forced colours the current page, the button, the field, its error and the focus all show', async ({
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

test('the margin line stands at one place on every page that has two columns', async ({ page }) => {
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

/** Each face was cut to the signs that are set in it. */
async function expectFacesHoldEverySign(page: Page) {
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
    for (const sign of cut) missing.delete(sign)
    expect([...missing], face).toEqual([])
  }
}

/** Links inside a sentence are as high as its line, and are let off. */
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

/** Texts and controls beyond the window's edge, and the page's own width where it would scroll. */
function stickingOut(page: Page) {
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

test('with a visitor’s own spacing of letters, words and lines no page scrolls sideways', async ({
  page,
}) => {
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
    // As WCAG 2.2 has it, 1.4.12; by the object model, since the policy lets no style in.
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
