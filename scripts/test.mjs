import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installChromiumIfNeeded } from './chromium.mjs'
import { buildIfNeeded, installIfNeeded, node, root } from './prepare.mjs'

installIfNeeded()
installChromiumIfNeeded()
buildIfNeeded()

const bin = (path) => join(root, 'node_modules', path)
let passed = 0
let failed = 0

check('format', bin('oxfmt/bin/oxfmt'), ['--check', '.'])
check('lint', bin('oxlint/bin/oxlint'), ['--type-aware', '--quiet'])
check('types', bin('typescript/bin/tsc'), ['--noEmit'])
count(
  'units and integration',
  bin('vitest/vitest.mjs'),
  ['run', '--reporter=dot', '--reporter=json', '--outputFile.json=test-results/units.json'],
  () => {
    const { numPassedTests, numFailedTests, success } = readReport('units.json')
    // A file that cannot be loaded has no failed test of its own.
    return [numPassedTests, numFailedTests || (success ? 0 : 1)]
  },
)
count('journeys', bin('@playwright/test/cli.js'), ['test'], () => {
  const { stats } = readReport('journeys.json')
  return [stats.expected, stats.unexpected + stats.flaky]
})

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** A tool that only passes or fails counts as one. */
function check(name, script, args) {
  if (runTool(name, script, args)) passed += 1
  else failed += 1
}

function count(name, script, args, readCounts) {
  rmSync(join(root, 'test-results'), { recursive: true, force: true })
  const ok = runTool(name, script, args)
  const [good, bad] = readCounts()
  passed += good
  // A runner can fail with no failed test: an error outside of one.
  failed += bad === 0 && !ok ? 1 : bad
}

function runTool(name, script, args) {
  console.log(`\n— ${name}`)
  const result = spawnSync(node, [script, ...args], { cwd: root, stdio: 'inherit' })
  return result.status === 0
}

function readReport(name) {
  const file = join(root, 'test-results', name)
  return existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {
        numPassedTests: 0,
        numFailedTests: 1,
        stats: { expected: 0, unexpected: 1, flaky: 0 },
      }
}
