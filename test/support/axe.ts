import type { Page } from '@playwright/test'
import axe from 'axe-core'

export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe has against the page as it is now. Its code is brought into the page once. */
export async function axeViolations(
  page: Page,
  given: { tags: string[]; without?: string[] } | { rules: string[] },
) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options =
    'rules' in given
      ? { runOnly: { type: 'rule' as const, values: given.rules } }
      : {
          runOnly: given.tags,
          rules: Object.fromEntries(
            (given.without ?? []).map((rule) => [rule, { enabled: false }]),
          ),
        }
  return page.evaluate(async (chosen) => {
    const { violations } = await axe.run(document, { ...chosen, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
    )
  }, options)
}
