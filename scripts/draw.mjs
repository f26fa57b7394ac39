import { installChromiumIfNeeded } from './chromium.mjs'
import { buildIfNeeded, installIfNeeded, node, runToEnd } from './prepare.mjs'

await installIfNeeded()
installChromiumIfNeeded()
// The social card uses the fonts that the build makes.
await buildIfNeeded()
runToEnd(node, ['art/draw.ts', ...process.argv.slice(2)])
