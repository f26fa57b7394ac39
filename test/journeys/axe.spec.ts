import { axeViolations, wcag } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'
import { openView, views, type View } from '../support/views.ts'

const widths = [2560, 1440, 768, 390, 320]
const tags = [...wcag, 'best-practice']

// In forced colours contrast is left out: axe takes the colour of text from -webkit-text-fill-color,
// which does not tell the forced one.

for (const view of views) {
  test(`axe finds nothing in ${view.name}: light, dark, forced colours, any width`, async ({
    page,
  }) => {
    const [widest, ...narrower] = widthsOf(view)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: widest!, height: 900 })
    await openView(page, view)
    for (const width of [widest!, ...narrower]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await axeViolations(page, { tags }), `${width} px, ${colorScheme}`).toEqual([])
      }
      await page.emulateMedia({ forcedColors: 'active' })
      const forced = await axeViolations(page, { tags, without: ['color-contrast'] })
      expect(forced, `${width} px, forced colours`).toEqual([])
      await page.emulateMedia({ forcedColors: 'none' })
    }
  })
}

function widthsOf(view: View): number[] {
  return widths.filter((width) => width < (view.under ?? Infinity))
}
