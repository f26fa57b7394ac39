import { test as base, type Response } from '@playwright/test'
import { startSite, type RunningSite } from '../support/start-site.ts'

export { expect } from '@playwright/test'

const italianYear = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Rome', year: 'numeric' })

/** The year in Italy, by the clock of the server. */
export function yearOf(response: Response | null): string {
  return italianYear.format(new Date(response!.headers()['date']!))
}

/** A journey through a running site; each worker has its own server and database. */
export const test = base.extend<object, { site: RunningSite }>({
  site: [
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // Playwright's `screenshot: 'only-on-failure'` costs time in passing tests too.
  page: async ({ page }, use, info) => {
    await use(page)
    if (info.status === info.expectedStatus) return
    await page.screenshot({ path: info.outputPath('failed.png') }).catch(() => {})
  },
})
