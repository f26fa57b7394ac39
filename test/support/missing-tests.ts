import { globSync, readFileSync } from 'node:fs'
import { measureHome } from '#site/questionnaire/measure-home.ts'
import { questionnaire } from '#site/questionnaire/questionnaire-entries.ts'

/** The tests that the questionnaire names as proofs, but that are not there. */
export function missingProofs(): string[] {
  // Measured answers have proofs, too.
  const measured = measureHome({ path: '/', html: '' }, () => 0, [])
  const entries = questionnaire('en', measured).flatMap((group) => group.entries)
  return missingTests(entries.flatMap(({ provedBy = [] }) => provedBy))
}

/** @param titles as they are written in the tests of this project */
export function missingTests(titles: string[]): string[] {
  const files = globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.{test,spec}.ts'])
  const tests = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const isTitle = (title: string) =>
    [
      `('${title}',`,
      `(\`${title} (\${dialect})\`,`,
      `\n  '${title}',`,
      `\n  '${title} (needs `,
      `\`\${view.name} ${title}\`,`,
    ].some((written) => tests.includes(written))
  return titles.filter((title) => !isTitle(title))
}
