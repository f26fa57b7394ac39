import { axeViolations, wcag } from './axe.ts'
import { expect, test } from './journey.ts'
import { openView, views } from './views.ts'

const widths = [1440, 390]
const tags = [...wcag, 'best-practice']

// At another width or in the dark scheme, only these rules can find something new.
const aboutLooks = ['color-contrast', 'link-in-text-block', 'target-size']

// A form's state has the same markup in Italian.
for (const view of views.filter(({ path, reach }) => !path.startsWith('/it') || !reach)) {
  test(`axe finds no violation in ${view.name}, in light and dark colours`, async ({ page }) => {
    test.slow()
    const [widest, ...narrower] = widths.filter((width) => width < (view.under ?? Infinity))
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await page.setViewportSize({ width: widest!, height: 900 })
    await openView(page, view)
    expect(await axeViolations(page, { runOnly: tags }), `${widest} px, light`).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await axeViolations(page, { runOnly: aboutLooks })
    expect(dark, `${widest} px, dark`).toEqual([])
    for (const width of narrower) {
      await page.setViewportSize({ width, height: 900 })
      const narrow = await axeViolations(page, { runOnly: aboutLooks })
      expect(narrow, `${width} px, dark`).toEqual([])
    }
  })
}
