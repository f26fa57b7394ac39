import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeSkipped, testsIn } from '../../tools/testing/skipped-tests.mjs'

const unit = (fullName: string, status: string) => ({ fullName, status })
const units = (file: string, ...assertionResults: object[]) => ({
  testResults: [{ name: `/site/test/${file}.test.ts`, assertionResults }],
})

function journeys(status: string) {
  const annotations = status === 'skipped' ? [{ type: 'skip', description: 'needs Italian' }] : []
  const specs = [{ file: 'italian.spec.ts', title: 'greets', tests: [{ status, annotations }] }]
  return { suites: [{ suites: [{ specs }] }] }
}

test('npm test names the files of skipped tests and what they need', () => {
  const reports = [
    units('proxy', unit('works (needs nginx)', 'skipped'), unit('starts', 'passed')),
    units('servers', unit('survive (needs nginx)', 'pending'), unit('wait', 'skipped')),
    journeys('skipped'),
  ]
  expect(describeSkipped(reports.flatMap(testsIn))).toBe(
    '4 skipped: 2 need nginx (proxy, servers); 1 needs a reason in its title (servers); 1 needs Italian (italian)',
  )
})

test('npm test names no test that the run on the other content has run', () => {
  const reports = [journeys('skipped'), journeys('expected')]
  expect(describeSkipped(reports.flatMap(testsIn))).toBe('Nothing was skipped.')
})

test('a journey that skips itself says what it needs', () => {
  const reasons = globSync('test/journeys/*.spec.ts').flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/test\.skip\(.*, '([^']*)'\)/g),
      ([, reason]) => reason,
    ),
  )
  expect(reasons.length).toBeGreaterThan(1)
  for (const reason of reasons) expect(reason).toMatch(/^needs /)
})
