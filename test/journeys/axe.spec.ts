import { axeViolations, wcag } from './axe.ts'
import { expect, test } from './journey.ts'
import { openView, views } from './views.ts'

// One of each layout, and between them those that differ in sizes alone.
const layouts = [2560, 768, 320]
const sizes = [1440, 390]
// A form and the menu have two.
const layoutsOfState = [2560, 320]
const tags = [...wcag, 'best-practice']

// In the dark scheme nothing but colours differs, and these are the rules that look at them.
const aboutColours = ['color-contrast', 'link-in-text-block']
const aboutSizes = ['color-contrast', 'target-size', 'scrollable-region-focusable']

for (const view of views) {
  test(`axe finds nothing in ${view.name}: light, dark, forced colours, any width`, async ({
    page,
  }) => {
    test.slow()
    const below = view.under ?? Infinity
    const isState = view.reach !== undefined
    const all = isState ? layoutsOfState : layouts
    const [widest, ...narrower] = all.filter((width) => width < below)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: widest!, height: 900 })
    await openView(page, view)
    for (const width of [widest!, ...narrower]) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: 'light' })
      expect(await axeViolations(page, { runOnly: tags }), `${width} px, light`).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      const dark = await axeViolations(page, { runOnly: aboutColours })
      expect(dark, `${width} px, dark`).toEqual([])
    }
    for (const width of isState ? [] : sizes) {
      await page.setViewportSize({ width, height: 900 })
      expect(await axeViolations(page, { runOnly: aboutSizes }), `${width} px`).toEqual([])
    }
    // Contrast is left out: axe takes the colour of text from -webkit-text-fill-color, which does not
    // tell the forced one. No style of ours for forced colours depends on the width.
    await page.emulateMedia({ forcedColors: 'active' })
    const rules = { 'color-contrast': { enabled: false } }
    const forced = await axeViolations(page, { runOnly: tags, rules })
    expect(forced, 'forced colours').toEqual([])
  })
}
