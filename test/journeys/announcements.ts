import type { Page } from '@playwright/test'

declare global {
  interface Window {
    announced: string[]
  }
}

/** Notes each text that appears in a live region which screen readers knew before. */
export async function listen(page: Page) {
  await page.evaluate(() => {
    window.announced = []
    for (const region of document.querySelectorAll('[role=status], [role=alert]')) {
      new MutationObserver(() => {
        const said = `${region.role}: ${region.textContent}`
        if (region.textContent !== '') window.announced.push(said)
      }).observe(region, { childList: true, characterData: true, subtree: true })
    }
  })
}

export function announcements(page: Page) {
  return page.evaluate(() => window.announced)
}
