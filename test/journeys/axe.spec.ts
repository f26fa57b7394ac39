import type { Page } from '@playwright/test'
import { axeViolations, wcag } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'
import { openView, views, type View } from '../support/views.ts'

const widths = [2560, 1440, 768, 390, 320]
const tags = [...wcag, 'best-practice']

for (const view of views) {
  test(`axe finds nothing in ${view.name}, light and dark, at any width`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openWide(page, view)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectNoViolation(page, view, colorScheme)
    }
  })

  test(`axe finds nothing in ${view.name}, in forced colours, at any width`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await openWide(page, view)
    // Axe takes the colour of text from -webkit-text-fill-color, which does not tell the forced one.
    await expectNoViolation(page, view, 'forced', ['color-contrast'])
  })
}

async function openWide(page: Page, view: View) {
  await page.setViewportSize({ width: widthsOf(view)[0]!, height: 900 })
  await openView(page, view)
}

async function expectNoViolation(page: Page, view: View, colours: string, without: string[] = []) {
  for (const width of widthsOf(view)) {
    await page.setViewportSize({ width, height: 900 })
    const found = await axeViolations(page, { tags, without })
    expect(found, `${width} px, ${colours}`).toEqual([])
  }
}

function widthsOf(view: View): number[] {
  return widths.filter((width) => width < (view.under ?? Infinity))
}
