import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Measured, MeasuredHomes } from '#site/questionnaire/measure-home.ts'
import { copyTree } from '../../tools/testing/copy-tree.mjs'
import { built, startSite } from '../support/start-site.ts'

const hero = (name: string) => `content/images/hero/${name}.avif`
const [small, large] = [hero('tall-light-1170'), hero('wide-light-2560')]

let copy: string
let answers: string
let measured: Measured

/** A build of the project with another period, processor and picture. */
beforeAll(async () => {
  copy = copyTree()
  edit('src/personal-data.ts', /contactMessageMonths: \d+/, 'contactMessageMonths: 37')
  edit('src/personal-data.ts', /endedSubscriptionYears: \d+/, 'endedSubscriptionYears: 9')
  edit(
    'content/site.ts',
    /processors: (sample\()?\[/,
    "$&{ name: 'Another GmbH', country: 'AT', purpose: { en: 'stores copies', it: 'conserva copie' } },",
  )
  copyFileSync(join(copy, large), join(copy, small))
  // Without NODE_ENV=test, with which React would be built for development.
  const env = { PATH: process.env['PATH'] }
  execFileSync(process.execPath, ['tools/build/build.ts'], { cwd: copy, env, stdio: 'inherit' })
  const site = await startSite({}, copy, built('server', copy))
  const read = async (path: string) => await (await fetch(`${site.url}${path}`)).text()
  answers = await read('/questionnaire')
  const json = JSON.parse(await read('/questionnaire.json')) as { measured: MeasuredHomes }
  measured = json.measured.en!
  await site.stop()
})
afterAll(() => rmSync(copy, { recursive: true }))

function edit(file: string, from: RegExp, to: string) {
  const before = readFileSync(join(copy, file), 'utf8')
  const after = before.replace(from, to)
  expect(after).not.toBe(before)
  writeFileSync(join(copy, file), after)
}

test('a changed retention period changes the answers of the questionnaire', () => {
  expect(answers).toContain('from 24 hours (form records) to 9 years')
  expect(answers).toContain('37 months: contact messages.')
  expect(answers).toContain('Kept for 9 years')
})

test('a new processor is in the answers of the questionnaire, with its country', () => {
  expect(answers).toMatch(/Austria[^<]*<\/p>/)
  expect(answers).toContain('Another GmbH (Austria) stores copies.')
})

test('a larger picture makes the measured first visit larger, and its estimate', () => {
  const { phone } = measured.visits
  expect(phone.files.at(-1)!.bytes).toBe(statSync(large).size)
  expect(phone.bytes).toBeGreaterThan(statSync(large).size)
  expect(answers).toContain(`${Math.round(phone.bytes / 1000)}\u00a0kB in 5 requests`)
})
