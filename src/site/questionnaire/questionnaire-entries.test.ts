import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pitch, site } from '#content/content.ts'
import { localPath, routes } from '#routes.ts'
import { pathOf, type Page } from '../page.ts'
import { homePage } from '../pages/home.tsx'
import { privacyPage, termsPage } from '../pages/legal-pages.tsx'
import { renderPage } from '../render-page.tsx'
import { environmentEntries, otherServers } from './environment.ts'
import { governanceEntries } from './governance.ts'
import { describeMethod, measureHome } from './measure-home.ts'
import { questionnaire, questionnaireJson } from './questionnaire-entries.ts'

const context = {
  year: '2026',
  publicUrl: 'https://www.example.com',
  apiUrl: '',
  launched: false as const,
  islandModules: { newsletter: [], contact: [] },
}
const htmlOf = (page: Page) => renderPage(page, context, ['load()']).html
const home = { path: '/', html: htmlOf(homePage('en', false)) }
const measure = (pictureBytes: number) =>
  measureHome(home, (url) => (url.endsWith('.avif') ? pictureBytes : 1000), ['/a.js', '/b.js'])
const measured = measure(40_000)
const allEntries = (given = measured) =>
  site.languages.flatMap((language) =>
    questionnaire(language, given).flatMap(({ entries }) => entries),
  )

test('a larger picture makes a first visit larger, with its energy and its CO2e', () => {
  const [before, after] = [measured, measure(90_000)]
  for (const device of ['phone', 'desktop'] as const) {
    const [one, other] = [before.visits[device], after.visits[device]]
    expect(other.bytes - one.bytes).toBe(50_000)
    expect(other.wattHours / one.wattHours).toBeCloseTo(other.bytes / one.bytes)
    expect(other.gramsOfCo2e / one.gramsOfCo2e).toBeCloseTo(other.bytes / one.bytes)
  }
  const answers = (given: typeof measured) =>
    questionnaire('en', given)[0]!.entries.map(({ answer }) => answer)
  const changed = answers(after).filter((answer, index) => answer !== answers(before)[index])
  expect(changed).toHaveLength(3)
})

test('a phone gets the tall crop and a computer the wide one, each in five requests', () => {
  const { phone, desktop } = measured.visits
  expect(phone.files.at(-1)!.url).toMatch(/\/tall-light-1170\b.*\.avif$/)
  expect(desktop.files.at(-1)!.url).toMatch(/\/wide-light-1440\b.*\.avif$/)
  expect([phone.files.length, desktop.files.length]).toEqual([5, 5])
})

// https://github.com/thegreenwebfoundation/co2.js/blob/main/src/sustainable-web-design-v4.test.js
test('the estimate of one gigabyte is that of the method’s own tests', () => {
  const { kwhPerGb, gramsPerKwh } = describeMethod()
  expect(kwhPerGb.dataCentres * gramsPerKwh).toBeCloseTo(27.17 + 5.928, 3)
  expect(kwhPerGb.networks * gramsPerKwh).toBeCloseTo(29.146 + 6.422, 3)
  expect(kwhPerGb.devices * gramsPerKwh).toBeCloseTo(39.52 + 40.014, 3)
  expect(kwhPerGb.total * gramsPerKwh).toBeCloseTo(148.2, 3)
  // As people would write them in the JSON.
  expect([kwhPerGb.total, gramsPerKwh]).toEqual([0.3, 494])
})

test('in development the questionnaire says that nothing has been measured', () => {
  const environment = questionnaire('en', undefined)[0]!.entries
  const missing = environment.slice(0, 4).filter(({ isMissing }) => isMissing)
  expect(missing.map(({ answer }) => answer)).toEqual(Array(4).fill('Not measured yet'))
})

test('every answer has a source, and every section and file that it names exists', () => {
  const pages = site.languages.flatMap((language) => [termsPage(language), privacyPage(language)])
  const html = new Map(pages.map((page) => [pathOf(page), htmlOf(page)]))
  for (const { question, source } of allEntries()) {
    expect(source.text, question).not.toBe('')
    const [path, id] = (source.url ?? '').split('#')
    if (html.has(path!)) expect(html.get(path!), question).toContain(`<h2 id="${id}">`)
    if (/^[\w-]+\/.*\.ts$/.test(source.text)) expect(existsSync(source.text), question).toBe(true)
  }
})

test('periods of one length are one line, and a wish for no more email has no end', () => {
  const periods = governanceEntries('en').find(
    ({ question }) => question === 'How long personal data is kept',
  )
  const lines = periods!.details!
  expect(lines[0]).toMatch(/^24 hours: records of processed forms.*; counts of emails/)
  expect(lines.filter((line) => line.startsWith('1 day'))).toEqual([])
  expect(lines.at(-1)).toBe(
    'The exception: if you asked for no more email, we keep that choice, with your address, until you allow email again or erase your data.',
  )
})

test('hosts, schemes and wildcards that a policy allows are other servers', () => {
  expect(otherServers("default-src 'none'; img-src 'self' https:; font-src *.example")).toEqual([
    'https:',
    '*.example',
  ])
  expect(environmentEntries('en', measured).find(({ answer }) => answer === 'None')).toMatchObject({
    details: [expect.stringContaining('files only from this site')],
  })
})

test('each question is asked once per language, and all of them in JSON with absolute addresses', () => {
  const questions = allEntries().map(({ question }) => question)
  expect(new Set(questions).size).toBe(questions.length)
  const json = questionnaireJson('https://www.example.com', { en: measured })
  for (const question of questions) expect(json).toContain(JSON.stringify(question))
  const urls = [...json.matchAll(/"url": "(.*?)"/g)].map(([, url]) => url!)
  const files = measured.visits.phone.files.concat(measured.visits.desktop.files)
  const own = new Set(files.map(({ url }) => url))
  expect(urls.filter((url) => !own.has(url) && !url.startsWith('https://'))).toEqual([])
})

test('the worked example and the privacy policy link to the questionnaire', () => {
  for (const language of site.languages) {
    const shown = [privacyPage(language), ...(pitch.showExample ? [homePage(language, false)] : [])]
    const link = `href="${localPath(language, routes.questionnaire)}"`
    for (const page of shown) expect(htmlOf(page)).toContain(link)
  }
})
