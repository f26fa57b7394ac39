import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { skipWithoutFallbackFonts } from './fallback-fonts.ts'
import { expect, test } from './journey.ts'
import { isPitchEdited } from './specification.ts'
import { englishViews, openView } from './views.ts'

for (const view of englishViews) {
  test(`${view.name} has no layout shift while fonts and pictures load late`, async ({ page }) => {
    await skipWithoutFallbackFonts(page)
    let painted = Promise.withResolvers<void>()
    await page.exposeFunction('tellPainted', () => painted.resolve())
    await page.addInitScript(recordShifts)
    await page.route('**/assets/*', async (route) => {
      const isLate = ['font', 'image'].includes(route.request().resourceType())
      if (isLate) await Promise.race([painted.promise, sleep(400)])
      await route.continue()
    })
    // A state of a form moves the same elements at every width.
    for (const width of view.reach === undefined ? [390, 1440] : [390]) {
      painted = Promise.withResolvers()
      await page.setViewportSize({ width, height: 900 })
      await openView(page, view)
      await page.waitForLoadState('load')
      const found = await shifts(page)
      const sum = found.reduce((total, { value }) => total + value, 0)
      // An owner's text may wrap differently with the fallback font. Up to 0.1 browsers call it good.
      const max = isPitchEdited ? 0.1 : 0
      expect(sum, `${width} px: ${JSON.stringify(found)}`).toBeLessThanOrEqual(max)
    }
  })
}

declare global {
  interface Window {
    tellPainted: () => void
    shifts: PerformanceObserver
    shiftsSoFar: { value: number; moved: (string | undefined)[] }[]
  }
}

function recordShifts() {
  window.shiftsSoFar = []
  window.shifts = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & {
        value: number
        sources: { node?: Node }[]
      }
      const moved = sources.map(({ node }) => node?.textContent?.slice(0, 40))
      window.shiftsSoFar.push({ value, moved })
    }
  })
  window.shifts.observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver(() => window.tellPainted()).observe({ type: 'paint', buffered: true })
}

/** Waits two frames, so that the last change has been laid out and reported. */
function shifts(page: Page) {
  return page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    return window.shiftsSoFar
  })
}
