import { basename } from 'node:path'

/**
 * The tests in a report of Vitest or Playwright. A skipped test's title, or its annotation, says what it needs.
 * @param {{ testResults?: any[], suites?: any[] }} report
 */
export function testsIn({ testResults = [], suites = [] }) {
  const units = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => {
      const isSkipped = status === 'skipped' || status === 'pending'
      return { file: subjectOf(name), title: fullName, isSkipped, needs: needsIn(fullName) }
    }),
  )
  return [...units, ...suites.flatMap(journeysIn)]
}

function journeysIn({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, annotations }) => {
      const reason = annotations.find(({ type }) => type === 'skip')?.description ?? ''
      const isSkipped = status === 'skipped'
      return { file: subjectOf(file), title, isSkipped, needs: needsIn(`(${reason})`) }
    }),
  )
  return [...own, ...suites.flatMap(journeysIn)]
}

const needsIn = (title) => /\(needs ([^()]+)\)/.exec(title)?.[1] ?? 'a reason in its title'

const subjectOf = (file) => basename(file).replace(/\.(?:test|spec)\.tsx?$/, '')

/** @returns one line that names what no run has tested, and what it needs */
export function describeSkipped(tests) {
  const tested = new Set(tests.filter(({ isSkipped }) => !isSkipped).map(({ title }) => title))
  const skipped = tests.filter(({ isSkipped, title }) => isSkipped && !tested.has(title))
  if (skipped.length === 0) return 'Nothing was skipped.'
  const parts = [...new Set(skipped.map(({ needs }) => needs))].map((needs) => {
    const those = skipped.filter((test) => test.needs === needs)
    const files = [...new Set(those.map(({ file }) => file))].join(', ')
    return `${those.length} ${those.length === 1 ? 'needs' : 'need'} ${needs} (${files})`
  })
  return `${skipped.length} skipped: ${parts.join('; ')}`
}
