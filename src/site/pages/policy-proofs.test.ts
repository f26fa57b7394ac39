import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { consent, openTestApp } from '../../../test/support/test-app.ts'
import { routes } from '#routes.ts'
import { measureHome } from '../questionnaire/measure-home.ts'
import { questionnaire } from '../questionnaire/questionnaire.ts'
import { site } from '#content/content.ts'

test('every test that the privacy policy names as a proof exists', () => {
  const policy = readFileSync('content/privacy.mdx', 'utf8')
  const comments = [...policy.matchAll(/\{\/\* proved by: (.*?) \*\/\}/g)]
  const proofs = comments.flatMap(([, titles]) => titles!.split('; '))
  expect(proofs.length).toBeGreaterThan(40)
  expect(unknownTests(proofs)).toEqual([])
})

test('every test that the questionnaire names as a proof exists', () => {
  // Measured answers have proofs, too.
  const measured = measureHome('', () => 0)
  const entries = questionnaire('en', measured).flatMap((group) => group.entries)
  const proofs = entries.flatMap(({ provedBy = [] }) => provedBy)
  expect(proofs.length).toBeGreaterThan(15)
  expect(unknownTests(proofs)).toEqual([])
})

function unknownTests(titles: string[]): string[] {
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

test('the published privacy policy does not contain the names of its tests', async () => {
  const { request } = await openTestApp('sqlite')
  const page = await request(routes.privacy)
  expect(await page.text()).not.toContain('proved by')
  expect(consent.privacy.text).not.toContain('proved by')
})

test('the stored privacy policy is plain text with one line per paragraph, heading or list item', () => {
  const [dates, words, ...more] = consent.privacy.text.split('\n\n')
  expect(dates).toContain(`Effective date: ${site.legal.effectiveDate}\n`)
  expect(words).not.toMatch(/<|&[#\w]+;|^\s|\s$/m)
  const titles = readFileSync('content/privacy.mdx', 'utf8').matchAll(/(?<=^## ).*/gm)
  expect(words!.split('\n')).toEqual(expect.arrayContaining([...titles].flat()))
  expect(more).toEqual([])
})
