import { expect, test } from 'vitest'
import { describeSlowest, fileTimesIn } from '../../tools/testing/slowest-files.mjs'

const units = (file: string, ...durations: number[]) => ({
  testResults: [
    { name: `/site/src/${file}`, assertionResults: durations.map((duration) => ({ duration })) },
  ],
})

const journeys = (file: string, ...durations: number[]) => {
  const tests = durations.map((duration) => ({ results: [{ duration }] }))
  return { suites: [{ file, specs: [], suites: [{ specs: [{ tests }] }] }] }
}

test('npm test names the files whose tests took longest, and their sum', () => {
  const reports = [
    units('fast.test.ts', 100),
    units('slow.test.ts', 1000, 500),
    journeys('menu.spec.ts', 2000, 400),
  ]
  expect(describeSlowest(reports.flatMap(fileTimesIn), 2)).toBe(
    [
      'The slowest of 3 files:',
      '  2.4 s  menu.spec.ts',
      '  1.5 s  slow.test.ts',
      '4.0 s in all',
    ].join('\n'),
  )
})
