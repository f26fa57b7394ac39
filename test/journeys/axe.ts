import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

// The package's own `source` is twice as long, and is parsed in every page.
const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

declare global {
  interface Window {
    axe: typeof axe
  }
}

export { wcag } from '#site/accessibility-checks.ts'

/** Runs axe on a part of the page in its current state. */
export async function axeViolations(page: Page, options: axe.RunOptions, part = 'html') {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ([chosen, within]) => {
      const { violations } = await window.axe.run(within, {
        ...chosen,
        resultTypes: ['violations'],
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
      )
    },
    [options, part] as const,
  )
}
