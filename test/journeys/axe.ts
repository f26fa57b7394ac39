import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Runs axe on a part of the page in its current state. */
export async function axeViolations(page: Page, options: RunOptions, part = 'html') {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([chosen, within]) => {
      const { violations } = await axe.run(within, { ...chosen, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
      )
    },
    [options, part] as const,
  )
}
