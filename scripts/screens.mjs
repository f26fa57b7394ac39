import { installChromiumIfNeeded } from './chromium.mjs'
import { runToEnd, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'

await installIfNeeded()
installChromiumIfNeeded()
await buildIfNeeded()
runToEnd(node, ['scripts/screens.ts', ...process.argv.slice(2)])
