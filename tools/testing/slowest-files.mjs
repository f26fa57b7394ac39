import { basename } from 'node:path'

/**
 * How long each file's tests took, by reports of Vitest or Playwright.
 * @param {{ testResults?: any[], suites?: any[] }} report
 */
export function fileTimesIn({ testResults = [], suites = [] }) {
  const units = testResults.map(({ name, assertionResults }) => ({
    file: basename(name),
    ms: sum(assertionResults.map(({ duration }) => duration ?? 0)),
  }))
  const journeys = suites.map((suite) => ({ file: basename(suite.file), ms: msOf(suite) }))
  return [...units, ...journeys]
}

function msOf({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return sum([...results.map(({ duration }) => duration), ...suites.map(msOf)])
}

/** @returns the slowest files, and the sum of all */
export function describeSlowest(times, count = 20) {
  // Not toSorted: Debian 12 has Node 18.
  // oxlint-disable-next-line unicorn/no-array-sort
  const slowest = [...times].sort((a, b) => b.ms - a.ms).slice(0, count)
  const lines = slowest.map(({ file, ms }) => `${seconds(ms).padStart(7)}  ${file}`)
  return [
    `The slowest of ${times.length} files:`,
    ...lines,
    `${seconds(sum(times.map(({ ms }) => ms)))} in all`,
  ].join('\n')
}

const sum = (values) => values.reduce((total, value) => total + value, 0)

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`
