import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { node, root } from '../prepare.mjs'
import { testsIn } from './skipped-tests.mjs'
import { fileTimesIn } from './slowest-files.mjs'

/**
 * Runs a tool that passes or fails, and counts it as one check. At low priority, so that it can run beside tests that
 * measure time.
 */
export async function check(name, script, args, dir = root) {
  const { isOk, output } = await runTool(script, args, dir, true)
  console.log(`\n— ${name}\n${output.trim()}`)
  return isOk ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Without content/: the owner may format it as they like. */
export const checkFormat = (dir) =>
  check('format', 'oxfmt/bin/oxfmt', ['--check', '.', '!content/**'], dir)

export const checkLint = (dir) =>
  check('lint', 'oxlint/bin/oxlint', ['--type-aware', '--quiet'], dir)

export const checkTypes = (dir) => check('types', 'typescript/bin/tsc', ['--noEmit'], dir)

/** Prints the sums as the last line, and exits. */
export function finish(counts) {
  const sum = (key) => counts.reduce((total, part) => total + part[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exit(sum('failed') === 0 ? 0 : 1)
}

/** Runs unit and integration tests in a folder: all, or those selected by arguments of Vitest. */
export async function runUnits(dir, args = [], isLowPriority = false) {
  const report = join(dir, 'test-results/units.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  return await count('units and integration', report, () =>
    runTool('vitest/vitest.mjs', ['run', ...reporters, ...args], dir, isLowPriority),
  )
}

/** Runs the journeys in a folder: all, or those selected by arguments. */
export async function runJourneys(dir, args = []) {
  const report = join(dir, 'test-results/journeys.json')
  return await count('journeys', report, () =>
    runTool('@playwright/test/cli.js', ['test', ...args], dir),
  )
}

async function count(name, report, run) {
  rmSync(report, { force: true })
  const { isOk, output } = await run()
  console.log(`\n— ${name}\n${output.trim()}`)
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const results = JSON.parse(readFileSync(report, 'utf8'))
  const { passed, failed } = countsIn(results)
  // A runner can fail without a failed test, for example if a file can't be loaded.
  const tests = testsIn(results)
  return { passed, failed: failed === 0 && !isOk ? 1 : failed, tests, times: fileTimesIn(results) }
}

/** Playwright's report has `stats`, Vitest's has its counts at the top. */
function countsIn({ stats, numPassedTests, numFailedTests }) {
  return stats === undefined
    ? { passed: numPassedTests, failed: numFailedTests }
    : { passed: stats.expected, failed: stats.unexpected + stats.flaky }
}

function runTool(script, args, cwd, isLowPriority = false) {
  const tool = join(root, 'node_modules', script)
  const child = spawn(node, [tool, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  if (isLowPriority && child.pid) lowerPriority(child.pid)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ isOk: code === 0, output }))
    child.on('error', (error) => resolve({ isOk: false, output: `${output}${error.message}` }))
  })
}

function lowerPriority(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // Not every sandbox allows it.
  }
}
