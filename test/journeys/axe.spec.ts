import { axeViolations, wcag } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'
import { openView, views, type View } from '../support/views.ts'

const widths = [2560, 1440, 768, 390, 320]
const tags = [...wcag, 'best-practice']

// In the dark scheme nothing but colours differs, and these are the rules that look at them.
const aboutColours = ['color-contrast', 'link-in-text-block']

for (const view of views) {
  test(`axe finds nothing in ${view.name}: light, dark, forced colours, any width`, async ({
    page,
  }) => {
    test.slow()
    const [widest, ...narrower] = widthsOf(view)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: widest!, height: 900 })
    await openView(page, view)
    for (const width of [widest!, ...narrower]) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: 'light' })
      expect(await axeViolations(page, { tags }), `${width} px, light`).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      const dark = await axeViolations(page, { rules: aboutColours })
      expect(dark, `${width} px, dark`).toEqual([])
    }
    // Contrast is left out: axe takes the colour of text from -webkit-text-fill-color, which does not
    // tell the forced one. No style of ours for forced colours depends on the width.
    await page.emulateMedia({ forcedColors: 'active' })
    for (const width of new Set([widest!, narrower.at(-1)!])) {
      await page.setViewportSize({ width, height: 900 })
      const forced = await axeViolations(page, { tags, without: ['color-contrast'] })
      expect(forced, `${width} px, forced colours`).toEqual([])
    }
  })
}

function widthsOf(view: View): number[] {
  return widths.filter((width) => width < (view.under ?? Infinity))
}
