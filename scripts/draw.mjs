import { installChromiumIfNeeded } from './chromium.mjs'
import { runToEnd, installIfNeeded, node } from './prepare.mjs'

installIfNeeded()
installChromiumIfNeeded()
runToEnd(node, ['art/draw.ts', ...process.argv.slice(2)])
