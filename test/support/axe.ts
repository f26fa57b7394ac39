import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** What axe has to say against a page as it stands. */
export async function axeViolations(page: Page, runOnly: string[], rules: axe.RuleObject = {}) {
  await page.evaluate(`window.axe ?? (() => { ${axe.source} })()`)
  return await page.evaluate(
    async (options) => {
      const { violations } = await axe.run(document, options)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
      )
    },
    { runOnly, rules, resultTypes: ['violations' as const] },
  )
}
