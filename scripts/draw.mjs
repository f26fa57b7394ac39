import { installChromiumIfNeeded } from './chromium.mjs'
import { buildIfNeeded, installIfNeeded, node, runToEnd } from './prepare.mjs'

await installIfNeeded()
installChromiumIfNeeded()
// The card is set in the faces that the build has cut.
await buildIfNeeded()
runToEnd(node, ['art/draw.ts', ...process.argv.slice(2)])
