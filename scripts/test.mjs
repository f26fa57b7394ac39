import { installChromiumIfNeeded } from './chromium.mjs'
import { buildIfNeeded, installIfNeeded, root } from './prepare.mjs'
import { useScratchFolder } from './scratch.mjs'
import { testSecondContent } from './second-content.mjs'
import { check, runJourneys, runUnits } from './suite.mjs'

installIfNeeded()
installChromiumIfNeeded()
buildIfNeeded()
useScratchFolder()

const counts = [
  ...(await Promise.all([
    check('format', 'oxfmt/bin/oxfmt', ['--check', '.']),
    check('lint', 'oxlint/bin/oxlint', ['--type-aware', '--quiet']),
    check('types', 'typescript/bin/tsc', ['--noEmit']),
  ])),
  // Alone: some of them measure time. Browsers wait for what they want to see, and may share the machine.
  await runUnits(root),
  ...(await Promise.all([runJourneys(root), testSecondContent()])),
].flat()

const sum = (key) => counts.reduce((total, part) => total + part[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)
