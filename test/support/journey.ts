import { test as base } from '@playwright/test'
import { startSite, type RunningSite } from './start-site.ts'

export { expect } from '@playwright/test'

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
})
