import { installChromiumIfNeeded } from './chromium.mjs'
import { become, installIfNeeded, node } from './prepare.mjs'

installIfNeeded()
installChromiumIfNeeded()
become(node, ['art/draw.ts', ...process.argv.slice(2)])
