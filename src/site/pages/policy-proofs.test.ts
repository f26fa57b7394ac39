import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingProofs, missingTests } from '../../../test/support/missing-tests.ts'
import { consent, openTestApp } from '../../../test/support/test-app.ts'
import { routes } from '#routes.ts'
import { site } from '#content/content.ts'

test('every test that the privacy policy names as a proof exists', () => {
  const policy = readFileSync('content/privacy.mdx', 'utf8')
  const comments = [...policy.matchAll(/\{\/\* proved by: (.*?) \*\/\}/g)]
  const proofs = comments.flatMap(([, titles]) => titles!.split('; '))
  expect(proofs.length).toBeGreaterThan(40)
  expect(missingTests(proofs)).toEqual([])
})

test('every test that the questionnaire names as a proof exists', () => {
  expect(missingProofs()).toEqual([])
  expect(missingTests(['is a test that nobody wrote'])).toHaveLength(1)
})

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
