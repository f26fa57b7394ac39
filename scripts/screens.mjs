import { installChromiumIfNeeded } from './chromium.mjs'
import { become, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'

installIfNeeded()
installChromiumIfNeeded()
buildIfNeeded()
become(node, ['scripts/screens.ts', ...process.argv.slice(2)])
