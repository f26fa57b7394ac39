import type { Page } from '@playwright/test'
import axe from 'axe-core'

export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe has against the page as it is now. Its code is brought into the page once. */
export async function axeViolations(
  page: Page,
  { tags, without = [] }: { tags: string[]; without?: string[] },
) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options = {
    runOnly: tags,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations' as const],
  }
  return page.evaluate(async (given) => {
    const { violations } = await axe.run(document, given)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
    )
  }, options)
}
