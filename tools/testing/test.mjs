import { installChromiumIfNeeded } from '../chromium.mjs'
import { installEnginesIfNeeded } from '../engines.mjs'
import { buildIfNeeded, installIfNeeded, root } from '../prepare.mjs'
import { useScratchFolder } from './scratch.mjs'
import { checkSecondContent } from './second-content.mjs'
import { describeSkipped } from './skipped-tests.mjs'
import { describeSlowest } from './slowest-files.mjs'
import { checkFormat, checkLint, checkTypes, finish, runJourneys, runUnits } from './suite.mjs'

await installIfNeeded()
installChromiumIfNeeded()
installEnginesIfNeeded()
await buildIfNeeded()
useScratchFolder()

// Some unit tests measure time, so only low-priority checks run beside them. Journeys wait for what they expect, so they
// may share the machine.
const [secondContent, ...checks] = await Promise.all([
  checkSecondContent(),
  runUnits(root),
  checkFormat(root),
  checkLint(root),
  checkTypes(root),
])
const journeys = await Promise.all([runJourneys(root), secondContent.runJourneys()])
const counts = [...checks, ...secondContent.counts, ...journeys].flat()
console.log(`\n${describeSlowest(counts.flatMap(({ times = [] }) => times))}`)
console.log(`\n${describeSkipped(counts.flatMap(({ tests = [] }) => tests))}`)
finish(counts)
