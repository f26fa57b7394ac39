import type { Page } from '@playwright/test'
import { largeTextWidths } from '#site/accessibility-checks.ts'
import { axeViolations, wcag } from './axe.ts'
import { expectFontsToCoverText, overflowing, tooSmall } from './fitting.ts'
import { expect, test } from './journey.ts'
import { doubleText, findCutOff, mayBreak } from './large-text.ts'
import { openView, tagOf, views, type View } from './views.ts'

// One test for each view, because opening it takes longer than most of the checks.
for (const view of views) {
  test(
    `${view.name} is accessible in both colour schemes and fits every window and text size`,
    { tag: tagOf(view) },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width: view.under === undefined ? 1440 : 390, height: 900 })
      await openView(page, view)
      await expectFontsToCoverText(page)
      await expectNoAxeViolations(page, view)
      await expectToFit(page, view)
      // The phone's menu is closed by resizing beyond its width.
      if (view.under === undefined) await expectToFitWithLargeText(page)
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    },
  )
}

const tags = [...wcag, 'best-practice']

// On a phone and in the dark scheme only these rules can find something new.
const aboutLooks = ['color-contrast', 'link-in-text-block', 'target-size']

async function expectNoAxeViolations(page: Page, view: View) {
  // Around the form, a state of the form is the page as it was.
  const part = view.reach === undefined ? 'html' : 'header, form'
  expect(await axeViolations(page, { runOnly: tags }, part), 'light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 900 })
  expect(await axeViolations(page, { runOnly: aboutLooks }, part), '390 px, dark').toEqual([])
}

async function expectToFit(page: Page, view: View) {
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
}

async function expectToFitWithLargeText(page: Page) {
  await doubleText(page)
  for (const width of largeTextWidths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(findCutOff, mayBreak), `200 % text, ${width} px`).toEqual([])
  }
}
