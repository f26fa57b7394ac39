import type { Page } from '@playwright/test'

declare global {
  interface Window {
    announced: string[]
  }
}

/** Records each text that appears in the live regions present now: screen readers ignore later ones. */
export async function recordAnnouncements(page: Page) {
  await page.evaluate(() => {
    window.announced = []
    for (const region of document.querySelectorAll('[aria-live]')) {
      new MutationObserver(() => {
        const text = `${region.ariaLive}: ${region.textContent}`
        if (region.textContent !== '') window.announced.push(text)
      }).observe(region, { childList: true, characterData: true, subtree: true })
    }
  })
}

export function announcements(page: Page) {
  return page.evaluate(() => window.announced)
}
